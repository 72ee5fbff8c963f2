import { describe, expect, test } from "vitest";
import { type Box, layOut } from "../../compiler/draw/layout.ts";

const box = (...above: number[]): Box => ({ width: 60, height: 40, above });

describe("layOut", () => {
  test("nothing", () => {
    expect(layOut([])).toMatchObject({ places: [], lines: [] });
  });

  test("boxes stand below what is above them, and those of a row beside each other", () => {
    const boxes = [box(), box(), box(0, 1), box(0), box(2, 3), box(0, 4), box(1, 5)];
    const { places, width, height } = layOut(boxes);
    for (const [index, { above }] of boxes.entries()) {
      for (const other of above) expect(places[index]?.y).toBeGreaterThan((places[other]?.y ?? 0) + 40);
    }
    for (const [index, place] of places.entries()) {
      for (const other of places.slice(index + 1)) {
        if (other.y === place.y) expect(Math.abs(other.x - place.x)).toBeGreaterThanOrEqual(60);
      }
      expect(place.x - 30).toBeGreaterThanOrEqual(0);
      expect(place.x + 30).toBeLessThanOrEqual(width);
      expect(place.y + 20).toBeLessThanOrEqual(height);
    }
  });

  test("a line that passes rows has a bend in each", () => {
    const { lines } = layOut([box(), box(0), box(1), box(0, 2)]);
    expect(lines.find(({ from, to }) => from === 0 && to === 3)?.points).toHaveLength(4);
    expect(lines.find(({ from, to }) => from === 0 && to === 1)?.points).toHaveLength(2);
  });

  test("lines that need not cross do not", () => {
    const { places } = layOut([box(), box(), box(1), box(0)]);
    expect((places[0]?.x ?? 0) < (places[1]?.x ?? 0)).toBe((places[3]?.x ?? 0) < (places[2]?.x ?? 0));
  });

  test("the members of a cycle are drawn, each once", () => {
    const { places, lines } = layOut([box(1), box(0), box(2)]);
    expect([places.length, lines.length]).toEqual([3, 3]);
    expect(places.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });

  test("a thousand boxes that all wait for all those before them", () => {
    const boxes = Array.from({ length: 1000 }, (_, index) =>
      box(...Array.from({ length: Math.min(index, 50) }, (_item, back) => index - 1 - back)),
    );
    expect(layOut(boxes).places).toHaveLength(1000);
  });
});
