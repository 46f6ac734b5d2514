import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk in memory, which takes no more of it than is stored; null where this account may not mount one. */
export function mountDisk(size: string) {
  const folder = mkdtempSync(join(tmpdir(), 'thervu-small-'))
  try {
    mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const resize = (to: string | number) => mount('-o', `remount,size=${to}`, folder)
  const blocks = () => statfsSync(folder)
  return {
    folder,
    resize,
    free: () => blocks().bavail * blocks().bsize,
    /** Leaves not one byte, as if somebody else had taken the rest, whatever is written meanwhile. */
    fill() {
      do {
        const { blocks: all, bfree, bsize } = blocks()
        try {
          resize((all - bfree) * bsize)
        } catch {}
      } while (blocks().bavail > 0)
    },
    [Symbol.dispose]() {
      // What a killed process still holds goes with it.
      execFileSync('/bin/umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function mount(...how: string[]) {
  execFileSync('/bin/mount', how, { stdio: 'ignore' })
}
