import { expect, test } from "vitest";
import { drawingOf } from "../../../compiler/draw/drawing.ts";
import type { GraphNode } from "../../../compiler/draw/view.ts";
import { neighbourOf } from "../../../compiler/page/model/neighbour.ts";

function node(id: string, requires: readonly string[]): GraphNode {
  const flags = { isTarget: false, isOptional: false, hasItems: false };
  return { id, requires, name: undefined, kind: "exec", component: undefined, tools: [], ...flags };
}

test("arrow keys follow the lines up and down, and the row to the sides", () => {
  const drawing = drawingOf({
    name: "w",
    server: true,
    nodes: [node("left", []), node("right", []), node("below", ["left", "right"])],
    entries: [{ method: "GET", path: "/", resources: ["left"] }],
  });
  const idOf = (number: number): string | undefined => drawing.boxes[number]?.id;
  const from = (id: string, direction: Parameters<typeof neighbourOf>[2]) =>
    idOf(
      neighbourOf(
        drawing,
        drawing.boxes.findIndex((box) => box.id === id),
        direction,
      ),
    );
  expect(from("left", "down")).toBe("below");
  expect(["left", "right"]).toContain(from("below", "up"));
  expect(from("left", "up")).toBe("left");
  expect(from("below", "left")).toBe("below");
});
