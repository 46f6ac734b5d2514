import type { Report } from '../../src/server/backup/copy-site.ts'
import { showProgress } from './progress-bar.ts'

/** A bar for each step, one after another, such as "files copied". */
export function showSteps(): { report: (step: string) => Report; end(): void } {
  let bar: ReturnType<typeof showProgress> | null = null
  const end = () => {
    bar?.end()
    bar = null
  }
  return {
    report(step) {
      end()
      const next = showProgress(process.stderr, `files ${step}`)
      bar = next
      return (progress) => next.show(progress)
    },
    end,
  }
}
