/** Milliseconds as people read how long something took: `0.4s`, `12.0s`, `3m 05s`. */
export function seconds(milliseconds: number): string {
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)}s`;
  const whole = Math.round(milliseconds / 1_000);
  return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, "0")}s`;
}
