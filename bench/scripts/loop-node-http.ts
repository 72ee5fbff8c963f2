// 500 requests by node:http over kept connections, four at a time, their JSON parsed.
import { Agent, get } from "node:http";

const agent = new Agent({ keepAlive: true });
const json = (url: string): Promise<{ readonly price: number }> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())))
        .on("error", reject);
    }).on("error", reject);
  });

let sum = 0;
let next = 0;
const worker = async (): Promise<void> => {
  while (next < 500) {
    next += 1;
    const { price } = await json(`${process.env["BENCH_URL"]}/${next}`);
    sum += price;
  }
};
await Promise.all([worker(), worker(), worker(), worker()]);
console.log(sum);
process.exit();
