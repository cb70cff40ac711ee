/** Text edits of the format buttons above an article's text field. */
export interface Edited {
  text: string;
  /** The selection after the edit. */
  from: number;
  to: number;
}
export type Edit = (text: string, from: number, to: number) => Edited;

/** Wraps the selection, or a placeholder if nothing is selected, in the given markers. */
export const wrap =
  (before: string, after: string, placeholder: string): Edit =>
  (text, from, to) => {
    const words = text.slice(from, to) || placeholder;
    const start = from + before.length;
    return {
      text: text.slice(0, from) + before + words + after + text.slice(to),
      from: start,
      to: start + words.length,
    };
  };

const SIGNS = /^(?:#{2,3} |\d{1,3}\. |[-*] |> )/;

/** Starts each selected line with the marker, replacing a different one. Removes it if all lines have it already. */
export const beginLines =
  (signOf: (place: number) => string): Edit =>
  (text, from, to) => {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const after = text.indexOf('\n', to);
    const end = after === -1 ? text.length : after;
    const lines = text.slice(start, end).split('\n');
    const isSet = lines.every((line, place) => line.startsWith(signOf(place)));
    const changed = lines
      .map((line, place) => (isSet ? '' : signOf(place)) + line.replace(SIGNS, ''))
      .join('\n');
    return {
      text: text.slice(0, start) + changed + text.slice(end),
      from: start + changed.length,
      to: start + changed.length,
    };
  };

/** Inserts the text as a line of its own. */
export const insertLine =
  (line: string): Edit =>
  (text, _from, to) => {
    const lead = to > 0 && text[to - 1] !== '\n' ? '\n\n' : '';
    const at = to + lead.length + line.length + 1;
    return { text: `${text.slice(0, to)}${lead}${line}\n${text.slice(to)}`, from: at, to: at };
  };
