/** A here-document. Offsets count in the script's text. */
export interface HereDocument {
  /** Of its `<<`. */
  readonly operator: number;
  /** What stands for the word that ends it, with its quotes. */
  readonly delimiter: { readonly start: number; readonly end: number };
  /** True where the shell expands nothing in it. */
  readonly quoted: boolean;
  /** Its lines, without the one that ends it. */
  readonly start: number;
  readonly end: number;
  /** False where the script ends before the line that would end it. */
  readonly isClosed: boolean;
}
