/** The package has no types. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    /** One value, or the range to keep, for each axis. */
    variationAxes?: Record<string, number | { min: number; max: number }>
    /** Of OpenType, by tag; all of them otherwise. */
    keepFeatures?: string[]
  }
  export default function subsetFont(font: Buffer, letters: string, options: Options): Promise<Buffer>
}
