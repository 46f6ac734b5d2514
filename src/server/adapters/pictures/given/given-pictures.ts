import type { CroppedPicture, GivenPictures, RedrawnPicture } from '#domain/centre/pictures/given-pictures.ts'
import { decoderBytesOf } from '#server/jobs/decoder-bytes.ts'
import type { JobKind } from '#server/jobs/job-messages.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { GivenPictureTask } from './given-picture-worker.ts'

/** One at a time: each may take most of what the process may have. */
const GIVEN: JobKind = { file: 'src/server/adapters/pictures/given/given-picture-worker.ts', threads: 1 }
/** 40 megapixels take two seconds of a processor that may be drawing papers, and that others may share. */
const DEADLINE_MS = 120_000

export function createGivenPictures(jobs: Jobs, deadlineMs = DEADLINE_MS): GivenPictures {
  const run = <Result>(task: GivenPictureTask) => jobs.run<Result>(GIVEN, () => task, { deadlineMs })
  return {
    redraw: (path, use) => run<RedrawnPicture>({ path, use, deadlineMs, decoderBytes: decoderBytesOf(jobs) }),
    crop: (source, crop, use) => run<CroppedPicture>({ source, crop, use, deadlineMs }),
  }
}
