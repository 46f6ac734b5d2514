import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomName } from '#domain/files/file-key.ts'

export type EmptiedFolder = {
  newPath(): string
}

/** Makes the folder for this account alone and empties it; only one process may use it. */
export async function openEmptied(dir: string): Promise<EmptiedFolder> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // Made again, the folder itself may not fit on a full disk.
  await chmod(dir, 0o700)
  for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true, force: true })
  return { newPath: () => join(dir, randomName(24)) }
}

/** Gives `use` new paths in the folder and removes the files afterwards, also after an error. */
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
