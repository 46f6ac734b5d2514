declare module 'virtual:subject-hues.css'
declare module 'virtual:first-styles' {
  const styles: Record<string, string>
  export default styles
}
