/** The package has no types. */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string> }
  type Options = { url: string; connections: number; duration: number; requests?: Request[] }
  type Result = {
    duration: number
    non2xx: number
    errors: number
    '2xx': number
    '3xx': number
    '4xx': number
    '5xx': number
    latency: { p50: number; p99: number }
  }
  export default function autocannon(options: Options): Promise<Result>
}
