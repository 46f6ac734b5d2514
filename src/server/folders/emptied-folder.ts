import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomName } from '#domain/files/file-key.ts'

/** A folder for files that nobody needs for long. */
export type EmptiedFolder = {
  /** A new path in it. */
  newPath(): string
}

/** Makes the folder, for this account alone, and empties it; the caller must be the only one to use it. */
export async function openEmptied(dir: string): Promise<EmptiedFolder> {
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true, mode: 0o700 })
  return { newPath: () => join(dir, randomName(24)) }
}

/** Lets `use` have new paths in the folder; what lies there afterwards is removed, whatever happened. */
export async function withPaths<Result>(
  folder: EmptiedFolder,
  use: (newPath: () => string) => Promise<Result>,
): Promise<Result> {
  const paths: string[] = []
  try {
    return await use(() => {
      const path = folder.newPath()
      paths.push(path)
      return path
    })
  } finally {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }
}
