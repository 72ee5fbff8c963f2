import type { Drawing, DrawnBox } from "../../draw/drawing.ts";

/** Where an arrow key leads. */
export type Direction = "up" | "down" | "left" | "right";

/**
 * Number of the resource that an arrow key leads to: up to the nearest of those that lead to this one, down to the nearest
 * of those that this one leads to, left and right along the row. The number of this one where there is none.
 */
export function neighbourOf(
  { boxes, lines }: Pick<Drawing, "boxes" | "lines">,
  current: number,
  direction: Direction,
): number {
  const here = boxes[current];
  if (here === undefined) return current;
  const candidates = {
    up: () => lines.filter(({ to }) => to === current).map(({ from }) => from),
    down: () => lines.filter(({ from }) => from === current).map(({ to }) => to),
    left: () => numbersOf(boxes, ({ x, y }) => y === here.y && x < here.x),
    right: () => numbersOf(boxes, ({ x, y }) => y === here.y && x > here.x),
  }[direction]();
  const distance = (number: number): number => {
    const { x = 0, y = 0 } = boxes[number] ?? {};
    return Math.abs(x - here.x) + Math.abs(y - here.y);
  };
  const resources = candidates.filter((number) => boxes[number]?.id !== undefined);
  return resources.sort((one, other) => distance(one) - distance(other))[0] ?? current;
}

function numbersOf(boxes: readonly DrawnBox[], isWanted: (box: DrawnBox) => boolean): readonly number[] {
  return boxes.flatMap((box, number) => (isWanted(box) ? [number] : []));
}
