/** Runs the task 200 times, two at a time. */
export async function twoAtATime(task: () => Promise<unknown>): Promise<void> {
  let left = 200;
  const worker = async () => {
    while (left-- > 0) await task();
  };
  await Promise.all([worker(), worker()]);
}
