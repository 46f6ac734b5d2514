import type { Sense } from './sense.ts'

/** Months: when Tamil Nadu's schools usually hold an exam, and when CBSE publishes its samples. Never sure. */
const EXAMS: [phrases: string, Sense][] = [
  [
    'half yearly, halfyearly, half yearly exam, half yearly examination, half year, hly, hy, அரையாண்டு, அரையாண்டுத், அரையாண்டு தேர்வு, அரையாண்டுத் தேர்வு, arai aandu, araiyandu, araiyaandu',
    { exam: { label: 'Half-yearly Exam', month: 'December', lean: 'state' } },
  ],
  [
    'quarterly, quarterly exam, quarterly examination, qly, காலாண்டு, காலாண்டுத், காலாண்டு தேர்வு, காலாண்டுத் தேர்வு, kaalandu, kalandu, kaalaandu',
    { exam: { label: 'Quarterly Exam', month: 'September', lean: 'state' } },
  ],
  [
    'annual, annual exam, annual examination, final exam, final examination, year end exam, முழு ஆண்டு, முழுஆண்டு, முழு ஆண்டுத் தேர்வு, ஆண்டுத் தேர்வு, ஆண்டு இறுதித் தேர்வு, muzhu aandu',
    { exam: { label: 'Annual Exam', month: 'April' }, variant: { occasion: 'Annual' } },
  ],
  [
    'public, public exam, public examination, public question, பொதுத் தேர்வு, பொதுத்தேர்வு, பொது தேர்வு, govt exam, government exam, podhu thervu',
    { exam: { label: 'Public Exam', month: 'March', lean: 'state' } },
  ],
  [
    'board exam, board examination, boards, board paper, board question paper, board',
    { exam: { label: 'Board paper', month: 'March' } },
  ],
  [
    'sqp, sample question paper, sample question papers, sample paper, sample papers, sample qp, sample',
    { exam: { label: 'Sample Question Paper', month: 'September', lean: 'cbse' } },
  ],
  [
    'model, model paper, model question paper, model question, model exam, model qp, model test, மாதிரி, மாதிரி வினாத்தாள், மாதிரித் தேர்வு, mathiri',
    { exam: { label: 'Model Question Paper', month: 'February' } },
  ],
  [
    'pre board, preboard, pre boards, preboards, pre board exam, preboard exam',
    { exam: { label: 'Pre-board Exam', month: 'January', lean: 'cbse' } },
  ],
  [
    'revision, revision test, revision exam, revision examination, first revision, first revision test, first revision exam, திருப்புதல், திருப்புதல் தேர்வு, திருப்புதல் தேர்வு வினாத்தாள், thiruppudhal, thiruputhal',
    { exam: { label: 'Revision Test', month: 'January', lean: 'state' } },
  ],
  [
    'second revision, second revision test, second revision exam, 2 nd revision, 2 nd revision test',
    { exam: { label: 'Second Revision Test', month: 'February', lean: 'state' } },
  ],
  [
    'third revision, third revision test, 3 rd revision, 3 rd revision test',
    { exam: { label: 'Third Revision Test', month: 'February', lean: 'state' } },
  ],
  [
    'mid term, midterm, mid term test, midterm test, mid term exam, midterm exam, இடைப்பருவம், இடைப்பருவத் தேர்வு',
    { exam: { label: 'Midterm Test' } },
  ],
  [
    'first mid term, first midterm, first mid term test, 1 st mid term, 1 st mid term test, 1 st midterm, i mid term, முதல் இடைப்பருவத் தேர்வு',
    { exam: { label: 'First Midterm Test', month: 'July', lean: 'state' } },
  ],
  [
    'second mid term, second midterm, second mid term test, 2 nd mid term, 2 nd mid term test, 2 nd midterm, ii mid term',
    { exam: { label: 'Second Midterm Test', month: 'November', lean: 'state' } },
  ],
  ...['Unit', 'Slip', 'Class', 'Cycle', 'Weekly', 'Periodic', 'Monthly'].map((name): [string, Sense] => [
    `${name.toLowerCase()} test`,
    { exam: { label: `${name} Test` } },
  ]),
  ['pt', { exam: { label: 'Periodic Test' } }],
  [
    'compartment, comptt, compartmental, compartment exam',
    {
      exam: { label: 'Compartment Exam', month: 'July', lean: 'cbse' },
      variant: { occasion: 'Compartment' },
    },
  ],
  [
    'supplementary, supply, supplementary exam, supplementary examination, துணைத் தேர்வு',
    {
      exam: { label: 'Supplementary Exam', month: 'June', lean: 'state' },
      variant: { occasion: 'Supplementary' },
    },
  ],
  [
    'pyq, pyqs, previous year, previous years, previous year question paper, previous year question papers, previous year questions, previous year paper, previous year papers, previous years question papers, முந்தைய ஆண்டு, முந்தைய ஆண்டு வினாத்தாள்',
    { exam: { label: 'Previous Year Question Paper' } },
  ],
  ['common half yearly', { exam: { label: 'Half-yearly Exam', month: 'December', lean: 'state' } }],
]

const ANSWERS: [phrases: string, Sense][] = [
  [
    'answer key, answer keys, answerkey, ans key, anskey, key, keys, key answer, key answers, tentative key, answers key, விடைக்குறிப்பு, விடைக் குறிப்பு, விடைக்குறிப்புகள், vidai kurippu, official key, ak',
    { answers: 'Answer Key' },
  ],
  [
    'marking scheme, marking schemes, markingscheme, mark scheme, scheme of valuation, scheme of evaluation, valuation scheme, ms',
    { answers: 'Marking Scheme' },
  ],
  ['solution, solutions, soln, sol', { answers: 'Solutions' }],
  [
    'solved, solved paper, solved question paper, solved papers, with solutions, with solution',
    { answers: 'with Solutions' },
  ],
  ['with answers, with answer, with key, with answer key, விடைகளுடன், விடையுடன்', { answers: 'with Answers' }],
  [
    'answer, answers, ans, question and answer, questions and answers, விடை, விடைகள், பதில்கள், vidaigal, vidai, vidaikal',
    { answers: 'Answers' },
  ],
  [
    'answer sheet, answer book, answer script, answer booklet, answer any, answer all, key stage, without answers, without answer, without key, answer all the questions, unsolved',
    { noise: true },
  ],
]

const VARIANTS: [phrases: string, Sense][] = [
  ['first sitting, 1 st sitting, प्रथम पाली', { variant: { sitting: 'First Sitting' } }],
  ['second sitting, 2 nd sitting, द्वितीय पाली', { variant: { sitting: 'Second Sitting' } }],
  ['delhi, delhi region', { variant: { region: 'Delhi' }, lean: 'cbse', nameOnly: true }],
  ['outside delhi', { variant: { region: 'Outside Delhi' }, lean: 'cbse', nameOnly: true }],
  ['all india', { variant: { region: 'All India' }, lean: 'cbse', nameOnly: true }],
  ['foreign', { variant: { region: 'Foreign' }, lean: 'cbse', nameOnly: true }],
  [
    'for blind, for blind candidates, for blind candidates only, blind, for vi, for vi candidates, vi candidates, visually impaired, visually impaired candidates, for visually impaired, for visually impaired candidates, for visually impaired candidates only, for visually challenged, for visually challenged candidates',
    { variant: { candidates: 'For visually impaired' } },
  ],
]

const OTHERS: [phrases: string, Sense][] = [
  ['and, the, of, for, in, with, by, a, an, to, from, on, or, at, is', { noise: true, small: true }],
  ['set', { counts: 'Set', lean: 'cbse' }],
  ...'Chapter, Unit, Lesson, Part, Paper, Shift, Session, Group, Volume, Section, Exercise, Slot, Phase, Series, Day, Module'
    .split(', ')
    .map((name): [string, Sense] => [name.toLowerCase(), { counts: name }]),
  ['term', { counts: 'Term' }],
  ['summative assessment', { counts: 'Summative Assessment', lean: 'cbse' }],
  ['பருவம், பருவத் தேர்வு', { noise: true }],
  [
    'ch, chap, ex, vol, no, q, qn, page, pg, test, lec, lecture, topic, இயல், பாடம், அலகு, பகுதி',
    { counts: '', noise: true },
  ],
  ['group 1, group i', { exam: { label: 'Group 1', lean: 'tnpsc' } }],
  ['group 2, group ii, group 2 a, group ii a', { exam: { label: 'Group 2', lean: 'tnpsc' } }],
  ['group 4, group iv, group 4 vao', { exam: { label: 'Group 4', lean: 'tnpsc' } }],
  [
    'marks, mark, minutes, mins, min, hours, hour, hrs, hr, questions, pages, papers, years, mcq, mcqs, qns, am, pm, days, chapters, lessons, units, kb, mb, times, மதிப்பெண், மதிப்பெண்கள், மணி, நிமிடம்',
    { counted: true, noise: true },
  ],
  [
    'question paper, question papers, question, qp, qps, q p, ques, quest, exam, exams, examination, examinations, test paper, test papers, papers set, important, imp, year, official, original, english and tamil, வினாத்தாள், வினாத் தாள், கேள்வித்தாள், தேர்வு, வினா, vinathal, vina thal, thervu, final paper, previous, last, batch, solved question, marked, set wise, all sets, all set, ug, pg, school, full, portion, subject, sub, subject code, time, allowed, time allowed, maximum, roll, register, number, max, total, duration, pto, p t o, மற்றும்',
    { noise: true },
  ],
  [
    'download, downloaded, downloads, final, copy, copy of, new, compressed, merged, watermark, pdf, free, www, com, http, https, untitled, file, docx, page 1, doc, version, latest, edited, updated, converted, unlocked, signed, organized',
    { noise: true, junk: true },
  ],
  [
    'whatsapp, whats app, whats app document, whats app image, whats app doc, whats app pdf, whats app video, whatsapp image, whatsapp document, img, image, images, scan, scanned, scanner, scanned document, dsc, dscn, pxl, screenshot, camscanner, cam scanner, adobe scan, document, documents, photo, telegram, signal, inshot, wa',
    { camera: true, noise: true, junk: true },
  ],
]

export const EXAM_WORDS: [phrases: string, Sense][] = [...OTHERS, ...VARIANTS, ...EXAMS, ...ANSWERS]
