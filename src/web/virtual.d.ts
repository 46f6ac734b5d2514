declare module 'virtual:subject-hues.css'

/** The packages that the site ships with, as the build finds them. */
declare module 'virtual:licenses' {
  const packages: { name: string; version: string; license: string }[]
  export default packages
}
