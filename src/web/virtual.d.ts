declare module 'virtual:subject-hues.css'
declare module 'virtual:first-styles' {
  const styles: Record<string, import('./drawn/first-sheet.ts').FirstSheet>
  export default styles
}
