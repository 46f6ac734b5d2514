/** A run of words on a page's picture that is 1440 pixels wide: left, top, width and height in its pixels, and what it says. */
export type TextLine = [left: number, top: number, width: number, height: number, text: string]

/** `confidence`, 0 to 100, is that of recognised lines; null where they are the file's own. */
export type PageLines = { lines: TextLine[]; confidence: number | null }
