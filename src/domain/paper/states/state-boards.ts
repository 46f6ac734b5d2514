import type { State } from '../exams-and-subjects.ts'
import type { SchoolGrade } from '../paper.ts'

/** `own`: what only its board is called; `short`: what a state is called beside "board" or an exam's name. */
export type StateBoard = { state: State; own?: string; short?: string }

export const STATE_BOARDS: StateBoard[] = [
  {
    state: 'Bihar',
    own: 'bseb, bihar school examination board, बिहार बोर्ड, बिहार विद्यालय परीक्षा समिति',
  },
  { state: 'Karnataka', own: 'kseeb, kseab' },
  { state: 'Kerala', own: 'dhse kerala' },
  { state: 'Andhra Pradesh', own: 'bseap, bieap', short: 'ap, andhra' },
  { state: 'Telangana', own: 'tsbie, bse telangana', short: 'ts' },
  { state: 'Maharashtra', own: 'msbshse' },
  { state: 'Gujarat', own: 'gseb, gshseb' },
  { state: 'Rajasthan', own: 'rbse' },
  { state: 'Punjab', own: 'pseb' },
  { state: 'Haryana', own: 'hbse, bseh' },
  { state: 'Uttar Pradesh', own: 'upmsp', short: 'up' },
  { state: 'Madhya Pradesh', own: 'mpbse', short: 'mp' },
  { state: 'West Bengal', own: 'wbbse, wbchse', short: 'wb' },
  { state: 'Odisha', own: 'bse odisha, chse odisha', short: 'orissa' },
  { state: 'Assam', own: 'seba assam, ahsec' },
  { state: 'Jharkhand', own: 'jac board, jac' },
  { state: 'Chhattisgarh', own: 'cgbse', short: 'cg' },
  { state: 'Himachal Pradesh', own: 'hpbose', short: 'hp' },
  { state: 'Jammu and Kashmir', own: 'jkbose', short: 'jk' },
  { state: 'Uttarakhand', own: 'ubse' },
  { state: 'Goa', own: 'gbshse' },
  { state: 'Puducherry', short: 'pondicherry' },
]

/** Exams of boards, as several of them call them, and as one alone does. */
export const BOARD_EXAMS: [exams: string, grade: SchoolGrade][] = [
  ['ssc, ssc exam, ssc board', '10'],
  ['inter 1 st year, intermediate 1 st year, inter first year, intermediate first year', '11'],
  ['inter 2 nd year, intermediate 2 nd year, inter second year, intermediate second year', '12'],
]
export const OWN_EXAMS: [exams: string, grade: SchoolGrade, state: State][] = [
  ['1 st puc, first puc, i puc, 1 st pu, puc 1', '11', 'Karnataka'],
  ['2 nd puc, second puc, ii puc, 2 nd pu, puc 2', '12', 'Karnataka'],
  ['madhyamik, madhyamik pariksha', '10', 'West Bengal'],
]
