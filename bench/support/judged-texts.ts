/** The text of pages, by title. */
export const JUDGED_TEXTS: Record<string, string[]> = {
  'NEET practice paper: Human physiology, genetics and ecology': [
    'The volume of air breathed in or out in a normal breath is the (a) vital capacity (b) tidal volume (c) residual volume. The pacemaker of the human heart is the (a) AV node (b) bundle of His (c) SA node',
    'A cross between two heterozygous tall pea plants gives a phenotypic ratio of. The pyramid of energy in an ecosystem is always upright.',
  ],
  'Model paper: Science, physics to heredity': [
    'The unit of the momentum of a body is. The eye defect corrected with a concave lens is (a) myopia (b) hypermetropia. State Boyle’s law. Write the balanced equation for the reaction of zinc with dilute hydrochloric acid.',
    'Define refractive index. Why are traffic signals red in colour? What is dihybrid cross?',
  ],
  'Model paper: Calculus, vectors, matrices and probability': [
    'If A is a 3 × 3 matrix with |A| = 4, then |2A| is. Find the shortest distance between two skew lines. A bag contains 4 red and 6 black balls; two balls are drawn without replacement.',
  ],
  'CBSE Class 12 Physics 55/2/1': [
    'State Gauss’s law in electrostatics. Derive an expression for the electric field due to an infinitely long straight uniformly charged wire. Define mutual inductance. Draw the circuit diagram of a full wave rectifier.',
  ],
  'CBSE Class 12 Chemistry 56/2/3': [
    'What happens when phenol is treated with bromine water? Explain Kohlrausch law. Write the structure of pent-2-enal. Why do transition elements show variable oxidation states?',
  ],
  'CBSE Class 10 Mathematics (Standard) Question Paper 2022': [
    'Prove that √7 is irrational. A ladder 10 m long reaches a window 8 m above the ground. The mode of the following frequency distribution is 36.',
  ],
  'SSLC English Paper I 2011': [
    'Write a letter to the editor of a newspaper about stray dogs in your locality. Read the following passage about the lighthouse keeper and answer the questions.',
  ],
  'History unit 10: Social transformation in Tamil Nadu': [
    'Who founded the Satya Shodhak Samaj? Vallalar established the Samarasa Vedha Sanmarga Sangam. Write about the contribution of Iyothee Thass Pandithar.',
  ],
  'திருப்புதல் தேர்வு: தமிழ் இலக்கணமும் திருக்குறளும்': [
    'அகர முதல எழுத்தெல்லாம் ஆதி பகவன் முதற்றே உலகு. பிரித்து எழுதுக. வேற்றுமை உருபு என்றால் என்ன? சிலப்பதிகாரம் இயற்றியவர் யார்?',
  ],
  'Half-yearly practice paper: Partnership accounts': [
    'Asha and Binu share profits in the ratio 3 : 2. Charu is admitted as a partner and brings premium for goodwill. Prepare the revaluation account.',
  ],
  'Revision test: World wars and the freedom movement in Tamil Nadu': [
    'Name the two blocs of the Cold War. Describe the Vellore revolt of 1806. What were the terms of the treaty of Versailles? Rajaji led the Vedaranyam salt satyagraha.',
  ],
  'Chapter test: Python basics, loops and lists': [
    'Write a program to count the vowels in a string entered by the user. What is the output of print(range(5))? Name two mutable data types.',
  ],
  'TNPSC Group 4 practice paper: Aptitude and mental ability': [
    '12 men can finish a work in 8 days. In how many days can 16 men finish it? Find the simple interest on Rs 5000 at 8% per annum for 3 years.',
  ],
  'Bio-Zoology: Human reproduction and evolution': [
    'Industrial melanism in the peppered moth is an example of natural selection. Draw a labelled sketch of the human sperm. Define parthenogenesis.',
  ],
  'CBSE Class 12 Computer Science 2019': [
    'Write a function in C++ to insert an element in a statically allocated circular queue. Differentiate between star topology and bus topology.',
  ],
}
