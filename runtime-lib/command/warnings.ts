/** Has nothing printed of what Node and libraries warn of, until the function that it returns is called. */
export function muteWarnings(): () => void {
  const listeners = process.listeners("warning");
  process.removeAllListeners("warning");
  return () => {
    for (const listener of listeners) process.on("warning", listener);
  };
}
