import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type EditedQuestion, NUMBER } from '#domain/questions/edit-questions.ts'
import { toastFailure, toastSuccess } from '#web/ui/toasts.tsx'
import { callAdmin } from '../client/call-admin.ts'
import { asCallError } from '../client/call-error.ts'
import { readQuestionDraft, saveQuestionDraft } from './drafts.ts'
import { useRefreshPapers } from './use-papers-list.ts'

export const questionsKey = (id: string) => ['questions of', id] as const

export const readQuestions = (id: string, signal?: AbortSignal) =>
  callAdmin((api) => api.papers[':id'].questions.$get({ param: { id }, query: {} }), { signal })

/** As the server answers: the questions with the pages that they are on. */
export type PaperQuestions = Awaited<ReturnType<typeof readQuestions>>

/** Saves all questions of a paper, or with null puts them back to what was found. Throws a `CallError`. */
export function sendQuestions(
  id: string,
  version: string,
  questions: EditedQuestion[] | null,
): Promise<PaperQuestions> {
  const to = { param: { id }, header: { 'if-match': `"${version}"` } }
  return callAdmin((api) => {
    const route = api.papers[':id'].questions
    return questions ? route.$put({ ...to, json: { questions } }) : route.$delete(to)
  })
}

/** Makes them what they were before an entry of the paper's history. Throws a `CallError`. */
export async function putQuestionsBack(id: string, entry: number): Promise<PaperQuestions> {
  const { version } = await readQuestions(id)
  const to = { param: { id }, header: { 'if-match': `"${version}"` } }
  return await callAdmin((api) => api.papers[':id'].questions['put-back'].$post({ ...to, json: { entry } }))
}

type Step = { list: EditedQuestion[]; how: string }

export type Edits = ReturnType<typeof useEdits>

/** What is changed and not saved yet, each step of which can be undone; a reload loses none of it. */
export function useEdits(id: string, found: PaperQuestions) {
  const cache = useQueryClient()
  const refresh = useRefreshPapers()
  const [draft] = useState(() => readQuestionDraft(id))
  const [saved, setSaved] = useState(found)
  const [steps, setSteps] = useState<Step[]>(() => [
    { list: found.questions, how: '' },
    ...(draft ? [{ list: draft.questions, how: '' }] : []),
  ])
  /** As somebody else has saved it meanwhile. */
  const [theirs, setTheirs] = useState<PaperQuestions | null>(
    draft && draft.version !== found.version ? found : null,
  )
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const list = steps.at(-1)?.list ?? saved.questions
  const isChanged = JSON.stringify(list) !== JSON.stringify(saved.questions)

  useEffect(() => {
    saveQuestionDraft(id, isChanged ? { version: saved.version, questions: list } : null)
  }, [id, isChanged, list, saved.version])

  /** Steps of one kind that follow each other are undone together, such as a drag; '' is of no kind. */
  function change(next: EditedQuestion[], how = '') {
    setFault('')
    setSteps((all) => [...(how && all.at(-1)?.how === how ? all.slice(0, -1) : all), { list: next, how }])
  }

  function undo() {
    setSteps((all) => (all.length > 1 ? all.slice(0, -1) : all))
  }

  function show(next: PaperQuestions) {
    setSaved(next)
    setSteps([{ list: next.questions, how: '' }])
    setTheirs(null)
    cache.setQueryData(questionsKey(id), next)
  }

  /** Steps since they were read are left out. */
  function keepMine() {
    if (!theirs) return
    setSaved(theirs)
    setSteps([
      { list: theirs.questions, how: '' },
      { list, how: '' },
    ])
    setTheirs(null)
  }

  /** The number that cannot be is named; null when it is on its way. */
  async function save(questions: EditedQuestion[] | null): Promise<number | null> {
    const wrong = questions?.findIndex(({ number }) => !NUMBER.test(number)) ?? -1
    if (wrong >= 0) {
      setFault(
        `“${questions?.[wrong]?.number}” cannot be the number of a question: type one such as 17 or 2.3.`,
      )
      return wrong
    }
    const before = saved
    await send(questions, saved.version, (now) => {
      const undo = () => send(before.isCorrected ? before.questions : null, now.version, () => {})
      toastSuccess(questions ? 'Questions saved' : 'Put back to what was found', {
        name: 'Undo',
        act: () => void undo().then((isBack) => isBack && toastSuccess('Put back as it was')),
      })
    })
    return null
  }

  async function send(
    questions: EditedQuestion[] | null,
    version: string,
    done: (now: PaperQuestions) => void,
  ): Promise<boolean> {
    setFault('')
    setBusy(true)
    try {
      const now = await sendQuestions(id, version, questions)
      show(now)
      done(now)
      void refresh()
      return true
    } catch (error) {
      const { status, message, told } = asCallError(error)
      if (status === 412) setTheirs(told.current as PaperQuestions)
      else setFault(message)
      toastFailure(message)
      return false
    } finally {
      setBusy(false)
    }
  }

  const canUndo = steps.length > 1
  const discard = () => show(saved)
  return {
    saved,
    list,
    isChanged,
    theirs,
    fault,
    isBusy,
    canUndo,
    change,
    undo,
    discard,
    keepMine,
    show,
    save,
  }
}
