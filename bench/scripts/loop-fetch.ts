// 500 requests by bare fetch, four at a time, their JSON parsed.
let sum = 0;
let next = 0;
const worker = async (): Promise<void> => {
  while (next < 500) {
    next += 1;
    const response = await fetch(`${process.env["BENCH_URL"]}/${next}`);
    const { price } = (await response.json()) as { price: number };
    sum += price;
  }
};
await Promise.all([worker(), worker(), worker(), worker()]);
console.log(sum);
process.exit();
