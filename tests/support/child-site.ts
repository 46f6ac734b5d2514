import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentOf, SERVER_FLAGS } from '../../scripts/environment.mjs'
import { databaseEnv, dropDatabase } from './engine.ts'
import { ADMIN, type SignedIn, signIn } from './site.ts'

const ROOT = join(import.meta.dirname, '../..')
const START = 'build/server/start.js'

/** What `npm start` adds to the environment. */
export const STARTED = environmentOf(ROOT)

export type ChildSite = {
  origin: string
  pid: number
  fetch(path: string, init?: RequestInit): Promise<Response>
  signIn(): Promise<SignedIn>
  /** Sends the signal and waits for the end; returns the exit code, null when the signal itself ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** A folder for a site's data, removed with `await using`. */
export async function openDataDir() {
  const path = await mkdtemp(join(tmpdir(), 'thervu-child-'))
  return {
    path,
    async [Symbol.asyncDispose]() {
      await dropDatabase(path)
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** The real server as a process of its own, answering on a free port. */
export async function startChild(dataDir: string, env: Record<string, string> = {}): Promise<ChildSite> {
  const child = await spawnServer(dataDir, env)
  const origin = await new Promise<string>((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer) => {
      said += chunk
      const open = /open at (\S+)/.exec(said)
      if (open?.[1]) resolve(open[1])
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    origin,
    pid: child.pid as number,
    fetch: (path, init) => fetch(new URL(path, origin), { redirect: 'manual', ...init }),
    signIn: () => signIn(origin),
    async end(signal = 'SIGKILL') {
      child.kill(signal)
      return await ended
    },
  }
}

/** Starts a server that is expected to refuse; returns its exit code and what it wrote to standard error. */
export async function startRefused(dataDir: string, env: Record<string, string> = {}) {
  const child = await spawnServer(dataDir, env)
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return { code, complaint }
}

async function spawnServer(dataDir: string, env: Record<string, string>): Promise<ChildProcess> {
  const database = await databaseEnv(dataDir)
  return spawn(process.execPath, [...SERVER_FLAGS, join(ROOT, START)], {
    env: {
      PATH: process.env.PATH,
      ...STARTED,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      SAMPLE_PAPERS: 'off',
      LOG_LEVEL: 'silent',
      READ_SCANS: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...database,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
