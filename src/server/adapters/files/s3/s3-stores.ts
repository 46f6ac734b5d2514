import type { S3Place } from '#server/settings/s3-place.ts'
import type { FileStores } from '../file-stores.ts'
import { claimPlace } from './claim-place.ts'
import { connectS3, type S3Patience } from './s3-connection.ts'
import { createS3Files } from './s3-files.ts'
import { createS3Inbox } from './s3-inbox.ts'
import { openObjects } from './s3-objects.ts'
import { createS3Pages } from './s3-pages.ts'
import { createStoreOnce } from './store-once.ts'

/** Files, inbox and page pictures in one bucket. `copies` is a folder of this machine. Asks for nothing yet. */
export function openS3Stores(
  place: S3Place,
  { redirects = false, copies, patience }: { redirects?: boolean; copies: string; patience?: S3Patience },
): FileStores {
  const s3 = connectS3(place, patience)
  const objects = openObjects(s3)
  const once = createStoreOnce(s3, objects)
  /** What is left to do before anything may be swept. */
  let claimFirst: (() => Promise<void>) | null = null
  return {
    ...sweptOnceClaimed(
      {
        files: createS3Files(s3, objects, once, { redirects }),
        inbox: createS3Inbox(objects, once, copies),
        pageStore: createS3Pages(s3, objects),
      },
      async () => await claimFirst?.(),
    ),
    async claim(database, adoption) {
      claimFirst = async () => {
        await claimPlace(place, database, { adoption, patience })
        claimFirst = null
      }
      await claimFirst()
    },
    close: () => s3.close(),
  }
}

type Stores = Pick<FileStores, 'files' | 'inbox' | 'pageStore'>

/** A sweep moves what it finds in a list and does not know. */
function sweptOnceClaimed({ files, inbox, pageStore }: Stores, claimed: () => Promise<void>): Stores {
  async function* after<Item>(list: () => AsyncIterable<Item>) {
    await claimed()
    yield* list()
  }
  return {
    files: { ...files, list: () => after(files.list), listAside: () => after(files.listAside) },
    inbox: {
      ...inbox,
      list: () => after(inbox.list),
      listAside: () => after(inbox.listAside),
      async discardUnfinished(before) {
        await claimed()
        await inbox.discardUnfinished(before)
      },
    },
    pageStore: { ...pageStore, folders: () => after(pageStore.folders) },
  }
}
