/** A run of words on a page's picture that is 1440 pixels wide: left, top, width and height in its pixels, and what it says. */
export type TextLine = [left: number, top: number, width: number, height: number, text: string]
