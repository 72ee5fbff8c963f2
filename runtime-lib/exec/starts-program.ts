/** Whether a resource of this type starts programs; those of Windows are started in another way. */
export function startsProgram(resourceType: string): boolean {
  return resourceType === "exec" || resourceType === "python";
}
