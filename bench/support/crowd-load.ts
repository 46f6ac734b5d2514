import autocannon from 'autocannon'
import { processorSeconds } from './one-core.ts'

const CONNECTIONS = 32
const WARM_UP_SECONDS = 2
const LOAD_SECONDS = 5

export type Asked = { method?: string; path: string; headers?: Record<string, string> }
export type Loaded = { each: number; eachOfProcessor: number; p99: number; failed: number }

/** `each` a second as it was; `eachOfProcessor` a second of the server's processor, whoever else was using it. */
export async function load(
  { origin, pid }: { origin: string; pid: number },
  requests: Asked[],
  connections = CONNECTIONS,
): Promise<Loaded> {
  const options = { url: origin, connections, requests }
  await autocannon({ ...options, duration: WARM_UP_SECONDS })
  const before = processorSeconds(pid)
  const { duration, latency, errors, ...counts } = await autocannon({ ...options, duration: LOAD_SECONDS })
  const used = processorSeconds(pid) - before
  const answered = counts['2xx'] + counts['3xx']
  return {
    each: answered / duration,
    eachOfProcessor: answered / used,
    p99: latency.p99,
    failed: counts['4xx'] + counts['5xx'] + errors,
  }
}
