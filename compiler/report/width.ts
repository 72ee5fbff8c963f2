const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})|\ufe0f/u;
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Columns that a terminal gives to a text without tabs and control characters: two to East Asian letters and emoji. */
export function displayWidth(text: string): number {
  if (/^[\0-\x7f]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of new Intl.Segmenter("en").segment(text)) {
    if (wide.test(segment)) width += 2;
    else if (!invisible.test(segment)) width += 1;
  }
  return width;
}
