/** Full names of persons: splits them into given names and surnames, joins them, and rewrites capitals. */
import { fold, personNameKey } from './text.ts'

interface PersonName {
  /** The given names. */
  name: string
  /** The surnames. */
  lastname: string
}

/**
 * Returns true if the full names of a column begin with the surnames, false if they end with them, and undefined if
 * that is unclear. It is clear if frequent names are in at least a tenth of the texts, and if two thirds of these
 * texts have the same order. Texts with a comma are ignored, unless all have one: then surnames are first.
 */
export function surnamesFirst(texts: readonly string[]): boolean | undefined {
  const filled = texts.map(normalized).filter((text) => text !== '')
  const withoutComma = filled.filter((text) => !text.includes(','))
  if (withoutComma.length === 0) return filled.length > 0 ? true : undefined
  let [first, last] = [0, 0]
  for (const text of withoutComma) {
    const parts = partsOf(text)
    const [start, end] = [parts[0]?.kind, parts.at(-1)?.kind]
    if (start === end) continue
    if (start === 'surname' || end === 'given') first++
    else last++
  }
  const known = first + last
  if (known === 0 || known * 10 < withoutComma.length) return undefined
  return first * 3 >= known * 2 ? true : last * 3 >= known * 2 ? false : undefined
}

/**
 * Splits a full name at its comma, else by the number of its words and by frequent names. A particle belongs to the
 * next word. The result is uncertain if the order of the column is undefined, if the words allow another division, or
 * if a frequent name is on the wrong side. A single word is a name without surnames.
 * @example splitFullName('DE LA CRUZ QUISPE Ana', true)
 * // { name: 'Ana', lastname: 'DE LA CRUZ QUISPE', isCertain: true }
 */
export function splitFullName(
  text: string,
  surnamesFirst: boolean | undefined,
): PersonName & { isCertain: boolean } {
  const line = withoutTitles(normalized(text))
  const { isCertain, ...parts } = splitLine(line, surnamesFirst)
  return { ...parts, isCertain: isCertain && !mayBeTitle(line) }
}

function splitLine(line: string, surnamesFirst: boolean | undefined): ReturnType<typeof splitFullName> {
  const comma = line.indexOf(',')
  if (comma >= 0) return splitAtComma(line, comma)
  const parts = partsOf(line)
  if (parts.length < 2) return { name: line, lastname: '', isCertain: false }
  const middle = parts.length === 3 ? parts[1]?.kind : undefined
  const surnameCount = parts.length === 2 || middle === 'given' ? 1 : 2
  const split = surnamesFirst ? surnameCount : parts.length - surnameCount
  const [start, end] = [parts.slice(0, split), parts.slice(split)]
  const [names, surnames] = surnamesFirst ? [end, start] : [start, end]
  const isOnlyDivision = parts.length === 2 || middle !== undefined || parts.length === 4
  const isContradicted = has(names, 'surname') || has(surnames, 'given')
  return {
    name: joined(names),
    lastname: joined(surnames),
    isCertain:
      surnamesFirst !== undefined && isOnlyDivision && !isContradicted && !isUnusual(line) && !hasOdd(parts),
  }
}

/**
 * Leaves out the titles with which a name, or its part after a comma, begins, and those after a comma at its end.
 * @example withoutTitles('Ruiz Soto, Dr. Pedro') // 'Ruiz Soto, Pedro'
 */
export function withoutTitles(name: string): string {
  return hasTitle.test(name) ? name.replace(leadingTitles, '$1').replace(lastTitle, '') : name
}

/** Returns true for a name with a word that may be a title or a name, as in `Don Pedro`. */
export function mayBeTitle(name: string): boolean {
  return doubtfulTitle.test(name)
}

/** The titles that nobody is called, which need no point, and those that are titles with a point only. */
const title =
  '(?:(?:dra?|sra?|srta|lic|arq|abog|prof|mgt?r?|mtr[oa]|tte|sgto)(?:\\(a\\)|/a)?[.°ª]*|(?:ing|capt?|gral|cnel|crnl|econ|bach|tec|psic|mag|msc|rev|hn[oa])[.°ª]+)'
const titleEnd = '(?:(?<=[.°ª])|(?=[ ,]|$))'
const hasTitle = new RegExp(`(?:^|,) *${title}${titleEnd}`, 'i')
const leadingTitles = new RegExp(`(^|, *)(?:${title}${titleEnd} *)+(?=[^ ,])`, 'gi')
const lastTitle = new RegExp(`, *${title}$`, 'i')
const doubtfulTitle =
  /^(?:don|do[ñn]a|d\.|da\.|d\.?ª|\p{L}{3,}\.|ing|cap|gral|cnel|capit[aá]n|teniente|coronel|mayor|doctora?|ingenier[oa]|se[ñn]or(?:a|ita)?|licenciad[oa]|profesora?|arquitect[oa]|abogad[oa]) |[ ,](?:dra?|ing|sra?|srta|lic|arq|abog|prof|mg|tte|cap)\. ?\p{L}/iu

/** Returns `Surnames, Names`, which `splitFullName` splits into the same parts. */
export function joinFullName({ name, lastname }: PersonName): string {
  return name === '' && lastname === '' ? '' : `${lastname}, ${name}`.trim()
}

/** Returns true if a text has at least two letters and none is in lower case. */
export function isCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{L}\P{L}*\p{L}/u.test(text)
}

/**
 * Returns the better of two spellings of one name: that which is not in capitals, else that with more accents. Returns
 * undefined for two names, and if neither is better.
 * @example betterSpelling('MARIA', 'María') // 'María'
 */
export function betterSpelling(one: string, other: string): string | undefined {
  if (personNameKey(one) !== personNameKey(other)) return undefined
  const [worth, otherWorth] = [worthOf(one), worthOf(other)]
  return worth === otherWorth ? undefined : worth > otherWorth ? one : other
}

function worthOf(text: string): number {
  const accents = text.normalize('NFD').match(/\p{M}/gu)?.length ?? 0
  return accents + (isCapitals(text) ? 0 : 1000)
}

/** Writes a name in capitals as `Quispe de la Cruz`. Any other text stays as it is. */
export function fixCapitals(text: string): string {
  if (!isCapitals(text)) return text
  let previous = ''
  return text.replace(/\S+/g, (word, start: number) => {
    const folded = fold(word)
    const isInside = previous !== '' && start + word.length < text.length
    const isLowerCase = lowerCaseParticles.has(folded) || (previous === 'de' && articles.has(folded))
    const isNumeral = previous !== '' && numerals.has(folded)
    previous = folded
    if (isInside && isLowerCase) return word.toLowerCase()
    return isNumeral ? word : capitalized(word)
  })
}

/** Writes a name in capitals, or in small letters, as `fixCapitals` does. */
export function fixLetters(text: string): string {
  return fixCapitals(/\p{Lu}/u.test(text) ? text : text.toUpperCase())
}

const articles: ReadonlySet<string> = new Set(['la', 'las', 'los'])
/** The particles that are in lower case after another word, unlike those of La Rosa, Di Stéfano or San Martín. */
const lowerCaseParticles: ReadonlySet<string> = new Set('da das de del den der do dos e van von y'.split(' '))
/** The particles that belong to the next word. */
const particles: ReadonlySet<string> = new Set([
  ...lowerCaseParticles,
  ...articles,
  ...'di le mac mc san santa'.split(' '),
])
const numerals: ReadonlySet<string> = new Set(['ii', 'iii', 'iv'])
const suffixes: ReadonlySet<string> = new Set([...numerals, 'jr', 'jr.', 'sr', 'sr.'])

/** A word with its particles, or surnames that `y` or `e` joins. */
interface NamePart {
  text: string
  /** The usual meaning of the part. Undefined for a rare name, and for a name that is often both. */
  kind: 'given' | 'surname' | undefined
  /** True if a particle or a suffix is where no name has one, as in «Ana y Luis Quispe». */
  isOdd?: true
}

/** A word or several, as they are written and as `fold` returns them. */
interface Words {
  text: string
  folded: string
}

/** Returns the parts of a normalized text. */
function partsOf(text: string): NamePart[] {
  const parts: NamePart[] = []
  const prefix: Words = { text: '', folded: '' }
  const foldedWords = fold(text).split(' ')
  for (const [index, word] of text.split(' ').entries()) {
    const folded = foldedWords[index] ?? ''
    const previous = parts.at(-1)
    if (particles.has(folded)) {
      prefix.text += `${word} `
      prefix.folded += `${folded} `
    } else if (previous && prefix.text === '' && suffixes.has(folded)) previous.text += ` ${word}`
    else {
      addPart(parts, prefix, { text: word, folded })
      prefix.text = ''
      prefix.folded = ''
    }
  }
  if (prefix.text !== '') parts.push({ text: prefix.text.trimEnd(), kind: undefined, isOdd: true })
  return parts
}

/** Adds a word with its particles. A conjunction joins it to the previous part, unless one of them is a given name. */
function addPart(parts: NamePart[], prefix: Words, word: Words): void {
  const text = prefix.text + word.text
  if (!/^[ye] /.test(prefix.folded)) {
    const isOdd = suffixes.has(word.folded) || undefined
    parts.push({ text, kind: kindOf(prefix.folded, word.folded), isOdd })
    return
  }
  const previous = parts.at(-1)
  const kind = kindOf(prefix.folded.slice(2), word.folded)
  if (!previous || previous.kind === 'given' || kind === 'given') parts.push({ text, kind, isOdd: true })
  else {
    previous.text += ` ${text}`
    previous.kind = 'surname'
  }
}

/** Returns the kind of a folded word after its folded particles, which end with a space. */
function kindOf(prefix: string, word: string): NamePart['kind'] {
  const hyphen = word.indexOf('-')
  const main = hyphen > 0 ? word.slice(0, hyphen) : word
  if (prefix === '' ? frequentGivenNames.has(main) : frequentGivenPhrases.has(prefix + word)) return 'given'
  if (frequentSurnames.has(main)) return 'surname'
  if (prefix === '') return undefined
  if (frequentSurnamePhrases.has(prefix + word) || /(?:^| )san(?:ta)? $/.test(prefix)) return 'surname'
  return undefined
}

function splitAtComma(line: string, comma: number): PersonName & { isCertain: boolean } {
  const [lastname, name] = [line.slice(0, comma).trim(), line.slice(comma + 1).trim()]
  if (lastname === '' || name === '') return { name, lastname, isCertain: false }
  const [surnames, names] = [partsOf(lastname), partsOf(name)]
  const isReversed = has(surnames, 'given') && has(names, 'surname')
  const hasProblem = name.includes(',') || isUnusual(lastname) || isUnusual(name)
  return { name, lastname, isCertain: !isReversed && !hasProblem && !hasOdd(surnames) && !hasOdd(names) }
}

/** Returns true if a text contains more than names, such as a number, a note in brackets or a lone hyphen. */
function isUnusual(text: string): boolean {
  return /[^\p{L}\p{M} .'’´`-]|(?:^| )\P{L}/u.test(text)
}

function has(parts: readonly NamePart[], kind: NamePart['kind']): boolean {
  return parts.some((part) => part.kind === kind)
}

function hasOdd(parts: readonly NamePart[]): boolean {
  return parts.some((part) => part.isOdd)
}

function joined(parts: readonly NamePart[]): string {
  return parts.map((part) => part.text).join(' ')
}

/** Returns a text with single spaces between its words. */
function normalized(text: string): string {
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}

/** Writes a capital at the start of each run of letters: `O'Higgins`, `Pérez-García`, `J.C.`, `McDonald` */
function capitalized(word: string): string {
  return word.replace(/(MC(?=\p{L}{3}))?(\p{L})([\p{L}\p{M}]*)/gu, (_, mc: string | undefined, first, rest) =>
    [mc ? 'Mc' : '', first, rest.toLowerCase()].join(''),
  )
}

/** Returns true for a frequent given name or surname, in any case, with accents or without. */
export function isFrequentName(word: string): boolean {
  const name = fold(word)
  return frequentGivenNames.has(name) || frequentSurnames.has(name)
}

/**
 * Given names that are rarely surnames. Names that are often both, such as Rosa, Martin or Santos, are in neither list.
 */
export const frequentGivenNames: ReadonlySet<string> = new Set(
  `abel abigail abraham adela adolfo adrian adriana aida alan alberto aldo alejandra alejandro alessandra
alessandro alex alexander alexandra alexis alfonso alfredo alicia alina alison alvaro amanda amelia ana
anabel andre andrea andres angel angela angelica angelina angie anita anthony antonella antonia antonio
ariana ariel arlette armando arnaldo arturo astrid aurelio aurora axel barbara beatriz belen berenice bertha
betty blanca brandon brayan brenda briana brigitte bruno bryan camila camilo carla carlos carmela carmen
carolina catalina cecilia celeste celia cesar christian christopher cinthia clara claudia claudio consuelo
cristian cristina cynthia dana daniel daniela danilo dante dario darwin david dayana debora delia denis
denisse diana diego dina dora doris eddy eder edgar edison edith edson eduarda eduardo edwin efrain elena
eliana elisa elizabeth elmer elsa elva elvira emerson emilia emilio emma emmanuel enrique eric erick erika
ernesto esperanza esteban estefania esther eugenia eugenio eva evelyn fabiana fabiola fabrizio fatima
federico felicita fernanda fernando fidel fiorella flavia flavio flor florencia franchesca francisca
francisco franklin freddy frida gabriel gabriela genaro geraldine gerardo german giancarlo gianella
gianfranco gilberto giovanna giovanni gisela giuliana gladys gloria gonzalo graciela grecia guillermo gustavo
harold hector heidi helen henry herbert hernan hilda hugo humberto ines ingrid inigo irene iris irma isaac
isabel isabella ismael ivan ivonne jacqueline jaime jair javier jean jeferson jefferson jennifer jenny jesica
jessica jhon jhonatan jhony jimena joana joel johan johanna john johnny jonathan jorge jose josefina joseph
josue juan juana judith julia juliana julio julissa karen karina karla katherine katia katty kelly kevin lady
laura leidy leonardo leonor leslie leticia lidia liliana lina lizbeth lizeth lorena lourdes lucia luciana
luciano lucila luis luisa luz magaly magdalena manuel manuela marcela marcelo marco margarita maria mariana
maribel maricruz mariela marilyn marina mario marisol maritza marleny marlon marta martha martina mary matias
mauricio mauro max maximiliano mayra melanie melina melissa mercedes micaela michael michelle miguel mijael
milagros milena milton mirella miriam moises monica nadia nancy natalia nataly nelly nelson nestor nicolas
nicole nilda noe noelia noemi norma olga oscar osvaldo oswaldo pablo pamela paola patricia patricio paula
paulo pedro percy piero pilar priscila rafael rafaela ramiro raquel raul rebeca regina renata renato renzo
ricardo richard roberto rocio rodolfo rodrigo rogelio roger rolando romina ronald ronny rosalia rosana
rosaura rosmery roxana ruben ruth samuel sandra sara saul sebastian segundo sergio silvana silvia sofia
soledad sonia sonja stefano stephanie steven susana tania tatiana teodora teresa thiago tiago ursula
valentina valeria valery vanesa vanessa veronica victor victoria vilma viviana walter washington wendy wilber
wilder wilfredo william wilmer wilson ximena yanina yeison yesenia yessica yolanda yuliana yuri zoe zoila`.split(
    /\s/,
  ),
)

/** Particles with a noun that follow a given name, as in María del Carmen. */
export const frequentGivenPhrases: ReadonlySet<string> = new Set([
  'de dios',
  'de fatima',
  'de guadalupe',
  'de los angeles',
  'de los milagros',
  'de lourdes',
  'de las mercedes',
  'del carmen',
  'del pilar',
  'del rocio',
  'del socorro',
])

/** Surnames that are rarely given names. */
export const frequentSurnames: ReadonlySet<string> = new Set(
  `abanto acevedo acosta acuna aguero aguila aguilar aguirre alarcon alcantara alegria aliaga almeida altamirano
alva alvarado alvarez alves amaya anaya ancco apaza aquino aragon arana aranda araujo arce arevalo arias
arroyo astete avalos avila ayala azevedo baez balbin baldeon ballon barbosa barboza barrera barreto
barrientos barrios barros bazan becerra bedoya bejarano bellido beltran benavides benitez bermudez bernal
berrocal bravo briceno bueno burgos bustamante bustos caballero cabrera caceres calderon calle calvo camacho
campos canales cano capcha carbajal cardenas cardoso cardozo carranza carrasco carrillo carrion carvajal
carvalho castaneda castillo castro ccama ccori cerna cervantes cespedes chambi chara chavez chipana choque
choquehuanca chuquimia cisneros coaquira colque condori contreras cordoba cordova cornejo coronado coronel
correa cortes cortez costa cuadros cuba cueva cusi davila delgado diaz dominguez duarte duran echevarria
enciso escobar escobedo espejo espinal espinosa espinoza estrada falcon farfan fernandez ferreira figueroa
flores fonseca fuentes gallardo gallegos galvez gamarra gamboa garay garcia garrido godoy gomes gomez
gonzales gonzalez guerra guerrero guevara gutierrez guzman hancco hernandez herrera hidalgo hinostroza huaman
huamani huanca huaranca huarcaya huerta hurtado ibanez ibarra illanes infante jara jaramillo jimenez juarez
lara lazo ledesma leiva leyva lima limachi linares llanos llerena loayza lopes lopez lozano macedo machaca
machado maldonado mamani manrique marin marquez martinez mayta medina medrano mejia melendez melgar melo
mendes mendez mendoza meneses mercado merino meza miranda molina monteiro montenegro montero montes montoya
mora morales moran moreira moreno morillo moscoso mosquera moya munoz naranjo narvaez navarrete navarro neira
nieto noriega nunez obregon ocampo ochoa ojeda olivares oliveira olivera ordonez ore orellana orozco ortega
ortiz osorio otero oviedo pacco pacheco padilla palacios palomino pantoja paredes pari paucar pena peralta
perea pereira pereyra perez pineda pinedo pinto pizarro poma ponce porras portilla portugal pozo prada prado
puma quinones quintana quintero quinto quiroga quiroz quispe ramirez ramos rengifo requena restrepo reyes
ribeiro rincon rios rivas rivera rivero robles rocha rodrigues rodriguez rojas roldan romero rosales rosas
rubio ruiz saavedra salas salazar salcedo saldana salinas sanabria sanchez sandoval santana santillan
sarmiento sepulveda serna serrano sierra siles silva soares solano solis soria sosa sotelo soto sousa souza
suarez sucasaire sullca tapia tejada tello ticona toledo torre torres tovar trujillo turpo ugarte urbina
uribe valderrama valdez valdivia valencia valenzuela valle vallejos valverde varela vargas vasquez vazquez
vega velarde velasco velasquez velez viera vilca vilchez villa villalobos villanueva villar villegas yanez
yapo yucra yupanqui zambrano zamora zapata zarate zavala zeballos zegarra zuniga`.split(/\s/),
)

/** Surnames with a particle whose noun alone could be a given name. */
export const frequentSurnamePhrases: ReadonlySet<string> = new Set([
  'da cruz',
  'de la cruz',
  'de la rosa',
  'de leon',
  'dos santos',
  'la rosa',
])
