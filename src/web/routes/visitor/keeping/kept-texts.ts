import type { Messages } from '#domain/language/messages.ts'
import { useMessages } from '#web/language/use-messages.ts'

export function useKeptTexts() {
  return keptTexts(useMessages())
}

/** Every sentence about keeping papers, in one place. */
export function keptTexts(m: Messages) {
  return {
    title: m.kept_title(),
    description: m.kept_description(),
    keep: (size: string) => m.kept_keep({ size }),
    keepThese: (count: number, size: string) => m.kept_keep_these({ count, size }),
    keepShort: m.kept_keep_short(),
    keptShort: m.kept_kept_short(),
    keepPicked: m.kept_keep_picked(),
    withFile: (size: string) => m.kept_with_file({ size }),
    withFiles: (size: string) => m.kept_with_files({ size }),
    keeping: (percent: number) => m.kept_keeping({ percent }),
    keepingThese: (kept: number, count: number, percent: number) =>
      m.kept_keeping_these({ kept, count, percent }),
    cancel: m.kept_cancel(),
    allKept: (count: number) => m.kept_all_kept({ count }),
    seeKept: m.kept_see(),
    remove: m.kept_remove(),
    waiting: m.kept_waiting(),
    full: m.kept_full(),
    refused: m.kept_refused(),
    gone: (title: string) => m.kept_gone({ title }),
    failed: m.kept_failed(),
    room: (used: string, left: string | null) =>
      left ? m.kept_room_left({ used, left }) : m.kept_room({ used }),
    search: m.kept_search(),
    found: (count: number, words: string) =>
      count === 0 ? m.kept_found_nothing({ words }) : m.kept_found({ count, words }),
    empty: m.kept_empty(),
    findPapers: m.kept_find(),
    loading: m.kept_loading(),
    removeAll: m.kept_remove_all(),
    removeAllAsk: (count: number) => m.kept_remove_all_ask({ count }),
    removeAllYes: m.kept_remove_all_yes(),
    removeAllNo: m.kept_remove_all_no(),
    removed: (title: string) => m.kept_removed({ title }),
    removedAll: m.kept_removed_all(),
    read: m.kept_read(),
    sizeWithFile: (size: string) => m.kept_size_with_file({ size }),
    replaced: m.kept_replaced(),
    renewed: m.kept_renewed(),
    deleted: m.kept_deleted(),
    answers: m.card_answer(),
    notHere: m.kept_not_here(),
    unreached: m.kept_unreached(),
    mayVanish: m.kept_may_vanish(),
    mayVanishSafari: m.kept_may_vanish_safari(),
    install: m.kept_install(),
  }
}

export type KeptTexts = ReturnType<typeof keptTexts>
