import type { State } from './exams-and-subjects.ts'
import type { SchoolGrade } from './paper.ts'

/** Files and searches know these. `own`: what only its board is called; `short`: what a state is called next to "board" or an exam's name. */
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

/** Only in searches, where other boards' papers are at hand: a file's name says "TN" of any paper of Tamil Nadu. */
export const TAMIL_NADU_BOARD =
  'tn board, tn state, tn state board, tnsb, tnscert, tamilnadu board, tamil nadu board, tamilnadu state board, tamil nadu state board, samacheer, samacheer kalvi, samacheerkalvi, tn samacheer, samachear, samachir, samacheer board, samachir kalvi, matric, matriculation, matric board, matriculation board, dge, tn syllabus, சமச்சீர், சமச்சீர் கல்வி, சமச்சீர்கல்வி, மெட்ரிக், மெட்ரிக்குலேஷன், समाचीर, समचीर, समचीर कलवी'

/** Only in searches: what a state itself is called, in English, Tamil and Hindi. */
export const STATE_NAMES: Record<State, string> = {
  'Tamil Nadu':
    'tamil nadu, tamilnadu, tamizhnadu, tamizh nadu, thamizhnadu, thamilnadu, tamilnad, tn, தமிழ்நாடு, தமிழ் நாடு, தமிழக, தமிழகம், तमिलनाडु, तमिल नाडु',
  Bihar: 'bihar, behar, பீகார், பிஹார், बिहार',
  Karnataka: 'karnataka, karnatak, கர்நாடகா, கர்நாடக, कर्नाटक',
  Kerala: 'kerala, keralam, கேரளா, கேரள, கேரளம், केरल',
  'Andhra Pradesh': 'andhra pradesh, andhra, ஆந்திரா, ஆந்திர, ஆந்திரப் பிரதேசம், आंध्र प्रदेश, आन्ध्र प्रदेश, आंध्र',
  Telangana: 'telangana, telengana, தெலங்கானா, தெலுங்கானா, तेलंगाना, तेलंगाणा',
  Maharashtra: 'maharashtra, maharastra, மகாராஷ்டிரா, மகாராஷ்டிர, மஹாராஷ்டிரா, महाराष्ट्र',
  Gujarat: 'gujarat, gujrat, குஜராத், गुजरात',
  Rajasthan: 'rajasthan, rajastan, ராஜஸ்தான், राजस्थान',
  Punjab: 'punjab, panjab, பஞ்சாப், पंजाब',
  Haryana: 'haryana, hariyana, ஹரியானா, அரியானா, हरियाणा',
  'Uttar Pradesh': 'uttar pradesh, uttarpradesh, உத்தரப் பிரதேசம், உத்தரப்பிரதேசம், उत्तर प्रदेश, यूपी',
  'Madhya Pradesh': 'madhya pradesh, madhyapradesh, மத்தியப் பிரதேசம், மத்தியப்பிரதேசம், मध्य प्रदेश, एमपी',
  'West Bengal': 'west bengal, westbengal, மேற்கு வங்கம், மேற்கு வங்காளம், पश्चिम बंगाल',
  Odisha: 'odisha, orissa, ஒடிசா, ஒரிசா, ओडिशा, उड़ीसा',
  Assam: 'assam, அசாம், அஸ்ஸாம், असम',
  Jharkhand: 'jharkhand, jarkhand, ஜார்க்கண்ட், झारखंड, झारखण्ड',
  Chhattisgarh: 'chhattisgarh, chattisgarh, chhatisgarh, சத்தீஸ்கர், छत्तीसगढ़',
  'Himachal Pradesh': 'himachal pradesh, himachal, இமாச்சலப் பிரதேசம், ஹிமாச்சல், हिमाचल प्रदेश, हिमाचल',
  'Jammu and Kashmir':
    'jammu and kashmir, jammu kashmir, jammu, kashmir, ஜம்மு காஷ்மீர், ஜம்மு மற்றும் காஷ்மீர், जम्मू और कश्मीर, जम्मू कश्मीर',
  Uttarakhand: 'uttarakhand, uttrakhand, உத்தராகண்ட், उत्तराखंड, उत्तराखण्ड',
  Goa: 'goa, கோவா, गोवा',
  Puducherry: 'puducherry, pondicherry, pondy, புதுச்சேரி, பாண்டிச்சேரி, पुदुचेरी, पांडिचेरी',
}
