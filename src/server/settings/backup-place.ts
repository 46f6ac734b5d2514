import { resolve, sep } from 'node:path'
import { readS3Place, type S3Place } from './s3-place.ts'

/** Where backups go. */
export type BackupPlace = { kind: 'folder'; dir: string } | { kind: 's3'; place: S3Place }

/** A string is a sentence about the setting that named a place which cannot be used. */
export function readBackupPlace(value: string, dataDir: string, setting: string): BackupPlace | string {
  if (value.startsWith('s3:')) {
    const place = readS3Place(value, setting)
    return typeof place === 'string' ? place : { kind: 's3', place }
  }
  if (/^\w+:/.test(value))
    return `${setting} must be the path of a folder or s3://bucket/prefix, not "${value}".`
  const dir = resolve(value)
  if (!`${dir}${sep}`.startsWith(`${dataDir}${sep}`)) return { kind: 'folder', dir }
  return `${setting} must not lie in DATA_DIR (${dataDir}): what destroys the one destroys the other.`
}

/** For people, and for what is written down of a place. */
export function placeName(to: BackupPlace): string {
  return to.kind === 'folder' ? to.dir : `s3://${to.place.bucket}/${to.place.prefix}`
}
