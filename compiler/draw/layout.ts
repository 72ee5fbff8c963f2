/** A box to be placed. */
export interface Box {
  readonly width: number;
  readonly height: number;
  /** Numbers of the boxes that stand above it. */
  readonly above: readonly number[];
}

/** Where a box stands: its middle. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly places: readonly Place[];
  /** For each edge the points that its line passes, from the box above to the box below. */
  readonly lines: readonly { readonly from: number; readonly to: number; readonly points: readonly Place[] }[];
}

const gapX = 32;
const gapY = 56;
const margin = 24;
/** Above so many bends lines go straight: a graph of that size is read by nobody. */
const mostBends = 4000;

/** A place in a row: a box, or a bend of a line that passes the row. */
interface Cell {
  readonly width: number;
  readonly above: Cell[];
  readonly below: Cell[];
  order: number;
  x: number;
}

/**
 * Places boxes in rows, each below all that it depends on, and orders the rows so that few lines cross (Sugiyama's
 * method with barycentres). Boxes must come after those above them; edges that do not keep to it are drawn, not obeyed.
 */
export function layOut(boxes: readonly Box[]): Layout {
  const ranks = ranksOf(boxes);
  const rows: Cell[][] = Array.from({ length: Math.max(0, ...ranks) + 1 }, () => []);
  const cells = boxes.map(({ width }, index) => addCell(rows, ranks[index] ?? 0, width));
  const edges = boxes.flatMap(({ above }, to) => above.map((from) => ({ from, to })));
  const bends = edges.reduce((sum, { from, to }) => sum + Math.max(0, (ranks[to] ?? 0) - (ranks[from] ?? 0) - 1), 0);
  const paths = edges.map(({ from, to }) => {
    const [upper, lower] = [ranks[from] ?? 0, ranks[to] ?? 0];
    const rest =
      bends > mostBends ? [] : Array.from({ length: Math.max(0, lower - upper - 1) }, (_, step) => upper + step + 1);
    const passed = rest.map((rank) => ({ rank, cell: addCell(rows, rank, 8) }));
    link([cells[from], ...passed.map(({ cell }) => cell), cells[to]], upper < lower);
    return { from, to, passed };
  });
  for (let sweep = 0; sweep < 8; sweep += 1) sortRows(rows, sweep % 2 === 0);
  const width = spread(rows);
  const heights = rows.map((_, rank) =>
    Math.max(0, ...boxes.filter((_box, index) => ranks[index] === rank).map(({ height }) => height)),
  );
  const middles = heights.map(
    (height, rank) => margin + heights.slice(0, rank).reduce((sum, other) => sum + other + gapY, 0) + height / 2,
  );
  const place = (cell: Cell | undefined, rank: number): Place => ({ x: cell?.x ?? 0, y: middles[rank] ?? 0 });
  const at = (index: number) => place(cells[index], ranks[index] ?? 0);
  return {
    width,
    height: heights.reduce((sum, height) => sum + height + gapY, 2 * margin - gapY),
    places: boxes.map((_, index) => at(index)),
    lines: paths.map(({ from, to, passed }) => ({
      from,
      to,
      points: [
        { x: at(from).x, y: at(from).y + (boxes[from]?.height ?? 0) / 2 },
        ...passed.map(({ cell, rank }) => place(cell, rank)),
        { x: at(to).x, y: at(to).y - (boxes[to]?.height ?? 0) / 2 },
      ],
    })),
  };
}

function ranksOf(boxes: readonly Box[]): readonly number[] {
  const ranks: number[] = [];
  for (const [index, { above }] of boxes.entries()) {
    const before = above.filter((other) => other < index).map((other) => (ranks[other] ?? 0) + 1);
    ranks.push(before.reduce((most, rank) => Math.max(most, rank), 0));
  }
  return ranks;
}

function addCell(rows: Cell[][], rank: number, width: number): Cell {
  const row = rows[rank] ?? [];
  const cell: Cell = { width, above: [], below: [], order: row.length, x: 0 };
  row.push(cell);
  return cell;
}

function link(path: readonly (Cell | undefined)[], isDownward: boolean): void {
  for (const [index, cell] of path.entries()) {
    const next = path[index + 1];
    if (cell === undefined || next === undefined || !isDownward) continue;
    cell.below.push(next);
    next.above.push(cell);
  }
}

/** Orders each row by where its neighbours in the row before stand; ties stay as they are. */
function sortRows(rows: Cell[][], isDownward: boolean): void {
  for (const row of isDownward ? rows : rows.toReversed()) {
    const middle = new Map(
      row.map((cell) => [cell, mean(isDownward ? cell.above : cell.below, ({ order }) => order) ?? cell.order]),
    );
    row.sort((first, second) => (middle.get(first) ?? 0) - (middle.get(second) ?? 0) || first.order - second.order);
    for (const [order, cell] of row.entries()) cell.order = order;
  }
}

/** Gives every cell its x: rows in the middle of the drawing, then towards their neighbours as far as there is room. */
function spread(rows: readonly (readonly Cell[])[]): number {
  const widths = rows.map((row) => row.reduce((sum, { width }) => sum + width + gapX, -gapX));
  const widest = Math.max(0, ...widths);
  for (const [rank, row] of rows.entries()) {
    let x = (widest - (widths[rank] ?? 0)) / 2;
    for (const cell of row) {
      cell.x = x + cell.width / 2;
      x += cell.width + gapX;
    }
  }
  for (let sweep = 0; sweep < 4; sweep += 1) {
    for (const row of sweep % 2 === 0 ? rows : rows.toReversed()) pull(row, sweep % 2 === 0);
  }
  const all = rows.flat();
  const left = Math.min(0, ...all.map(({ x, width }) => x - width / 2));
  for (const cell of all) cell.x = Math.round(cell.x - left + margin);
  return Math.max(0, ...all.map(({ x, width }) => x + width / 2)) + margin;
}

/** Moves the cells of a row towards the mean of their neighbours, without passing each other. */
function pull(row: readonly Cell[], isDownward: boolean): void {
  const wanted = row.map((cell) => mean(isDownward ? cell.above : cell.below, ({ x }) => x) ?? cell.x);
  let least = Number.NEGATIVE_INFINITY;
  for (const [index, cell] of row.entries()) {
    cell.x = Math.max(least + cell.width / 2, wanted[index] ?? 0);
    least = cell.x + cell.width / 2 + gapX;
  }
  // Pushed to the right by their left neighbours, they go back by the half of it on average.
  const shift =
    row.length === 0 ? 0 : row.reduce((sum, { x }, index) => sum + (wanted[index] ?? x) - x, 0) / row.length;
  for (const cell of row) cell.x += shift;
}

function mean(cells: readonly Cell[], value: (cell: Cell) => number): number | undefined {
  return cells.length === 0 ? undefined : cells.reduce((sum, cell) => sum + value(cell), 0) / cells.length;
}
