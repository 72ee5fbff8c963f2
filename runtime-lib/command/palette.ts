/** Colors of terminals, by their numbers. */
export const palette = { red: 31, green: 32, yellow: 33, cyan: 36, gray: 90 } as const;

/** Those that distinguish resources: neither red, which means a failure, nor what is hard to read. */
export const resourceColors: readonly number[] = [36, 33, 32, 35, 34, 96, 93, 92, 95, 94];
