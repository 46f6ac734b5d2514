/** The part of subset-font that is used here; the package brings no types. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    /** For each axis one value, or the range that stays. */
    variationAxes: Record<string, number | { min: number; max: number }>
  }
  export default function subsetFont(font: Buffer, letters: string, options: Options): Promise<Buffer>
}
