/** The part of tesseract.js-core that is used; it has no types of its own. */
declare module 'tesseract.js-core/*' {
  export type TesseractApi = {
    /** 0 when it has begun. `engine` 1 is the neural one. */
    Init(dataPath: string | null, languages: string, engine: number): number
    SetVariable(name: string, value: string): boolean
    /** Reads the file `/input`; `angle` in radians, clockwise. 0 when it could. */
    SetImageFile(exif: number, angle: number): number
    SetRectangle(left: number, top: number, width: number, height: number): void
    SetSourceResolution(dpi: number): void
    Recognize(monitor: null): number
    FindLines(): number
    GetGradient(): number
    GetTSVText(page: number): string
    Clear(): void
  }
  export type TesseractModule = {
    FS: { writeFile(path: string, bytes: Uint8Array | string): void; unlink(path: string): void }
    TessBaseAPI: new () => TesseractApi
  }
  const start: (settings: Record<string, unknown>) => Promise<TesseractModule>
  export default start
}
