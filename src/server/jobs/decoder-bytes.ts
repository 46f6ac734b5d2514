import type { Jobs } from './jobs.ts'

/** What the process takes without a picture: Node, libvips and a thread. */
const BESIDE_DECODER_MIB = 148

/** The most that decoding a picture may take of the memory of the process for jobs. */
export function decoderBytesOf({ memoryMiB }: Pick<Jobs, 'memoryMiB'>): number {
  return (memoryMiB - BESIDE_DECODER_MIB) * 2 ** 20
}
