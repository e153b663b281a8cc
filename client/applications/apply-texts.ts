/** The words of the form on the phone of a rider, in the languages of the paddock. Spanish is that of the fields. */
import type { Language } from '#domain/applications/application'
import { type FieldName, isFieldName } from '#domain/pilots/fields'
import type { FieldTable, PilotField } from '#domain/pilots/own/field-table'
import { ApiError } from '../api/call.ts'
import { signingTexts } from '../signing/signature-fields.tsx'

/** Returns the language of a phone, from those that its browser prefers. */
export function languageOf(preferred: readonly string[]): Language {
  const found = preferred.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in texts)
  return (found as Language | undefined) ?? 'es'
}

const es = {
  name: 'Español',
  title: 'Anotarse',
  lead: 'Llene sus datos aquí. La mesa los revisa con su documento y lo llama por su turno.',
  stay: 'Quédese en esta red, aunque el teléfono diga que no tiene internet.',
  personal: 'Datos personales',
  race: 'Datos de inscripción',
  photo: 'Foto',
  takePhoto: 'Tomar foto',
  photoAgain: 'Tomar otra foto',
  photoHint: 'De frente, sin casco ni anteojos oscuros.',
  others: 'Otros datos',
  emergency: 'Emergencia y seguro',
  choose: 'Seleccione…',
  optional: 'opcional',
  category: 'Categoría',
  noCategory: 'Que la elija la mesa',
  otherDocument: 'Tengo otro documento',
  noHistory: 'Todavía no competí',
  privateHint: 'El grupo sanguíneo y el contacto de emergencia se dan en la mesa, o en',
  privateLink: 'la página segura',
  consent: 'Acepto el uso de mis datos',
  guardian: 'Adulto que acepta por el menor',
  guardianMissing: 'Es menor de 18 años: escriba quién acepta',
  waiver: 'Deslinde',
  whenToSign: 'Lea el texto y firme, o firme después.',
  signNow: 'Firmo ahora',
  signLater: 'Firmo en la mesa',
  unsigned: 'Firme en el recuadro, o elija «Firmo en la mesa».',
  signedBefore: 'Ya firmó este texto. Si firma otra vez, vale la firma nueva.',
  ...signingTexts,
  send: 'Enviar',
  sending: 'Enviando…',
  unsent: 'Sin conexión con el kiosco. No cierre esta página: se envía sola cuando vuelva.',
  mistakes: 'Revise lo marcado y envíe otra vez.',
  turn: 'Su turno',
  waiting: 'Espere a que la mesa llame este turno, con su documento en la mano.',
  approved: 'Aprobado: ya está registrado.',
  signed: 'Deslinde firmado.',
  notSigned: 'El deslinde se firma en la mesa.',
  signAgain: 'El texto del deslinde cambió: toque Corregir, léalo y firme de nuevo, o firme en la mesa.',
  credential: 'Ver mi credencial',
  save: 'Guardar imagen',
  refused: 'La mesa no lo aprobó:',
  gone: 'Este turno ya no está: envíe otra vez, o pase por la mesa.',
  unfinished: 'Falta enviarlo.',
  resume: 'Seguir con este',
  correct: 'Corregir',
  sendAgain: 'Corregir y enviar otra vez',
  another: 'Anotar a otra persona',
  cancel: 'Volver',
  revoked: 'Esta credencial fue anulada: pida la nueva en la mesa.',
  noAnswer: 'El kiosco no responde. Quédese en su red y toque Reintentar.',
  retry: 'Reintentar',
  cannotRead: 'La foto no se puede leer: tome otra.',
} as const

type Texts = Record<keyof typeof es, string>

const pt: Texts = {
  name: 'Português',
  title: 'Inscrever-se',
  lead: 'Preencha seus dados aqui. A mesa confere com seu documento e chama pela senha.',
  stay: 'Fique nesta rede, mesmo que o celular diga que não há internet.',
  personal: 'Dados pessoais',
  race: 'Dados da inscrição',
  photo: 'Foto',
  takePhoto: 'Tirar foto',
  photoAgain: 'Tirar outra foto',
  photoHint: 'De frente, sem capacete nem óculos escuros.',
  others: 'Outros dados',
  emergency: 'Emergência e seguro',
  choose: 'Selecione…',
  optional: 'opcional',
  category: 'Categoria',
  noCategory: 'A mesa escolhe',
  otherDocument: 'Tenho outro documento',
  noHistory: 'Ainda não competi',
  privateHint: 'O tipo sanguíneo e o contato de emergência são informados na mesa, ou na',
  privateLink: 'página segura',
  consent: 'Aceito o uso dos meus dados',
  guardian: 'Adulto que aceita pelo menor',
  guardianMissing: 'Menor de 18 anos: escreva quem aceita',
  waiver: 'Termo de responsabilidade',
  whenToSign: 'Leia o texto e assine, ou assine depois.',
  signNow: 'Assino agora',
  signLater: 'Assino na mesa',
  unsigned: 'Assine no quadro, ou escolha «Assino na mesa».',
  signedBefore: 'Você já assinou este texto. Se assinar de novo, vale a nova assinatura.',
  sign: 'Assine aqui com o dedo',
  clear: 'Apagar a assinatura',
  guardianName: 'Nome do adulto que assina',
  guardianDocument: 'Documento do adulto que assina',
  send: 'Enviar',
  sending: 'Enviando…',
  unsent: 'Sem conexão com o quiosque. Não feche esta página: ela envia sozinha quando voltar.',
  mistakes: 'Revise o que está marcado e envie de novo.',
  turn: 'Sua senha',
  waiting: 'Espere a mesa chamar esta senha, com seu documento na mão.',
  approved: 'Aprovado: você já está registrado.',
  signed: 'Termo de responsabilidade assinado.',
  notSigned: 'O termo de responsabilidade é assinado na mesa.',
  signAgain:
    'O texto do termo de responsabilidade mudou: toque em Corrigir, leia e assine de novo, ou assine na mesa.',
  credential: 'Ver minha credencial',
  save: 'Salvar imagem',
  refused: 'A mesa não aprovou:',
  gone: 'Esta senha não existe mais: envie de novo, ou vá até a mesa.',
  unfinished: 'Falta enviar.',
  resume: 'Continuar este',
  correct: 'Corrigir',
  sendAgain: 'Corrigir e enviar de novo',
  another: 'Inscrever outra pessoa',
  cancel: 'Voltar',
  revoked: 'Esta credencial foi anulada: peça a nova na mesa.',
  noAnswer: 'O quiosque não responde. Fique na rede dele e toque em Tentar de novo.',
  retry: 'Tentar de novo',
  cannotRead: 'Não foi possível ler a foto: tire outra.',
}

const en: Texts = {
  name: 'English',
  title: 'Sign up',
  lead: 'Fill in your details here. The desk checks them with your document and calls your number.',
  stay: 'Stay on this network, even if the phone says that it has no internet.',
  personal: 'Personal details',
  race: 'Race details',
  photo: 'Photo',
  takePhoto: 'Take photo',
  photoAgain: 'Take another photo',
  photoHint: 'Facing the camera, without helmet or sunglasses.',
  others: 'Other details',
  emergency: 'Emergency and insurance',
  choose: 'Choose…',
  optional: 'optional',
  category: 'Class',
  noCategory: 'Let the desk choose',
  otherDocument: 'I have another document',
  noHistory: 'I have not raced yet',
  privateHint: 'Blood type and emergency contact are given at the desk, or on',
  privateLink: 'the secure page',
  consent: 'I accept the use of my data',
  guardian: 'Adult who accepts for the minor',
  guardianMissing: 'Under 18: write who accepts',
  waiver: 'Waiver',
  whenToSign: 'Read the text and sign, or sign later.',
  signNow: 'I sign now',
  signLater: 'I sign at the desk',
  unsigned: 'Sign in the box, or choose “I sign at the desk”.',
  signedBefore: 'You have signed this text. If you sign again, the new signature counts.',
  sign: 'Sign here with your finger',
  clear: 'Clear the signature',
  guardianName: 'Name of the adult who signs',
  guardianDocument: 'Document of the adult who signs',
  send: 'Send',
  sending: 'Sending…',
  unsent: 'No connection with the kiosk. Keep this page open: it sends by itself when it is back.',
  mistakes: 'Check what is marked and send again.',
  turn: 'Your number',
  waiting: 'Wait until the desk calls this number, with your document in your hand.',
  approved: 'Approved: you are registered.',
  signed: 'Waiver signed.',
  notSigned: 'The waiver is signed at the desk.',
  signAgain:
    'The text of the waiver has changed: press Correct, read it and sign again, or sign at the desk.',
  credential: 'See my credential',
  save: 'Save picture',
  refused: 'The desk did not approve it:',
  gone: 'This number is gone: send again, or go to the desk.',
  unfinished: 'It is not sent yet.',
  resume: 'Go on with this one',
  correct: 'Correct',
  sendAgain: 'Correct and send again',
  another: 'Sign up another person',
  cancel: 'Back',
  revoked: 'This credential was revoked: ask for the new one at the desk.',
  noAnswer: 'The kiosk does not answer. Stay on its network and press Try again.',
  retry: 'Try again',
  cannotRead: 'The photo cannot be read: take another.',
}

export const texts: Record<Language, Texts> = { es, pt, en }

/** The labels of the fields, by language. Those of Spanish, and of a field without another one, are in the table of fields. */
const labels: Record<Exclude<Language, 'es'>, Partial<Record<FieldName, string>>> = {
  pt: {
    name: 'Nome',
    lastname: 'Sobrenome',
    email: 'E-mail',
    celular: 'Celular',
    dni: 'Documento de identidade (DNI)',
    tipodoc: 'Tipo de documento',
    documento: 'Número do documento',
    fechanac: 'Data de nascimento (dd/mm/aaaa)',
    nlicencia: 'Número da licença',
    npiloto: 'Número de piloto',
    licencia: 'Licença',
    modalidad: 'Modalidade',
    club: 'Clube',
    tiposangre: 'Tipo sanguíneo',
    participacion: 'Histórico esportivo',
    emergencia_nombre: 'Contato de emergência',
    emergencia_celular: 'Celular de emergência',
    emergencia_parentesco: 'Parentesco',
    alergias: 'Alergias e medicação',
    seguro: 'Seguro',
    poliza: 'Apólice',
    poliza_hasta: 'Apólice válida até (dd/mm/aaaa)',
    apoderado: 'Responsável',
    apoderado_dni: 'Documento do responsável',
    apoderado_celular: 'Celular do responsável',
    transponder: 'Transponder',
    ciudad: 'Cidade',
    pais: 'País',
  },
  en: {
    name: 'First names',
    lastname: 'Last names',
    email: 'E-mail',
    celular: 'Mobile phone',
    dni: 'Identity document (DNI)',
    tipodoc: 'Kind of document',
    documento: 'Number of the document',
    fechanac: 'Date of birth (dd/mm/yyyy)',
    nlicencia: 'Licence number',
    npiloto: 'Rider number',
    licencia: 'Licence',
    modalidad: 'Discipline',
    club: 'Club',
    tiposangre: 'Blood type',
    participacion: 'Racing history',
    emergencia_nombre: 'Emergency contact',
    emergencia_celular: 'Emergency phone',
    emergencia_parentesco: 'Relationship',
    alergias: 'Allergies and medication',
    seguro: 'Insurance',
    poliza: 'Policy',
    poliza_hasta: 'Policy valid until (dd/mm/yyyy)',
    apoderado: 'Guardian',
    apoderado_dni: 'Document of the guardian',
    apoderado_celular: 'Phone of the guardian',
    transponder: 'Transponder',
    ciudad: 'City',
    pais: 'Country',
  },
}

export function labelOf(name: PilotField, table: FieldTable, language: Language): string {
  const translated = language !== 'es' && isFieldName(name) && labels[language][name]
  return translated || table.of(name).label
}

/** Other words of the fields, in Portuguese and English: those for no value, some options, and the messages. */
const words: Readonly<Record<string, readonly [pt: string, en: string]>> = {
  'No tiene': ['Não tenho', 'I have none'],
  'No sabe': ['Não sei', 'I do not know'],
  Independiente: ['Independente', 'Independent'],
  Pasaporte: ['Passaporte', 'Passport'],
  'Carné de extranjería': ['Carteira de estrangeiro', 'Foreign resident card'],
  Otro: ['Outro', 'Other'],
  Anual: ['Anual', 'Annual'],
  Sí: ['Sim', 'Yes'],
  'Campo Requerido': ['Campo obrigatório', 'Required'],
  'correo electronico invalido': ['e-mail inválido', 'invalid e-mail address'],
  'Porfavor ingrese un numero de celular valido': [
    'Informe um número de celular válido',
    'Enter a valid phone number',
  ],
  'Porfavor ingrese un documento de identidad valido': [
    'Informe um documento válido',
    'Enter a valid document number',
  ],
  'Ingrese su Tipo de Sangre': ['Informe seu tipo sanguíneo', 'Enter your blood type'],
  'Elija el tipo de documento': ['Escolha o tipo de documento', 'Choose the kind of document'],
  'Ingrese el número de documento': ['Informe o número do documento', 'Enter the number of the document'],
  'Escriba letras y números, como AB123456': [
    'Escreva letras e números, como AB123456',
    'Write letters and digits, such as AB123456',
  ],
  'Ingrese una fecha válida, como 28/02/1994': [
    'Informe uma data válida, como 28/02/1994',
    'Enter a valid date: day/month/year, such as 28/02/1994',
  ],
  'Ingrese una fecha válida, como 31/12/2026': [
    'Informe uma data válida, como 31/12/2026',
    'Enter a valid date: day/month/year, such as 31/12/2026',
  ],
  'Escriba el año con cuatro cifras, como 28/02/1994': [
    'Escreva o ano com quatro dígitos, como 28/02/1994',
    'Write the year with four digits, such as 28/02/1994',
  ],
  'La fecha de nacimiento no puede ser futura': [
    'A data de nascimento não pode ser futura',
    'The date of birth cannot be in the future',
  ],
  'Es menor de 18 años: escriba el nombre del adulto que firma': [
    'Menor de 18 anos: escreva o nome do adulto que assina',
    'Under 18: write the name of the adult who signs',
  ],
  'Escriba el documento del adulto que firma': [
    'Escreva o documento do adulto que assina',
    'Write the document of the adult who signs',
  ],
  'Eso no parece una firma: firme con el dedo, con un trazo más largo': [
    'Isso não parece uma assinatura: assine com o dedo, com um traço mais longo',
    'That does not look like a signature: sign with your finger, with a longer stroke',
  ],
  'La firma tiene demasiados trazos: bórrela y firme de nuevo': [
    'A assinatura tem traços demais: apague e assine de novo',
    'The signature has too many strokes: clear it and sign again',
  ],
  'El texto del deslinde cambió mientras tanto: léalo otra vez y firme de nuevo': [
    'O texto do termo de responsabilidade mudou: leia de novo e assine outra vez',
    'The text of the waiver has changed meanwhile: read it again and sign again',
  ],
  'La foto no es una imagen válida': ['A foto não é uma imagem válida', 'The photo is not a valid picture'],
  'La foto pesa más de 10 MB: elija una más pequeña': [
    'A foto tem mais de 10 MB: escolha uma menor',
    'The photo has more than 10 MB: choose a smaller one',
  ],
  'La foto tiene más de 40 megapíxeles: elija una más pequeña': [
    'A foto tem mais de 40 megapixels: escolha uma menor',
    'The photo has more than 40 megapixels: choose a smaller one',
  ],
  'La foto tarda demasiado en leerse: elija otra': [
    'A foto demora demais para ser lida: escolha outra',
    'The photo takes too long to read: choose another one',
  ],
  'Ya esperan 200 personas: espere a que la mesa atienda a algunas, o pase por la mesa': [
    'Já há 200 pessoas à espera: espere a mesa atender algumas, ou vá até a mesa',
    '200 people wait already: wait until the desk has seen some of them, or go to the desk',
  ],
  'Desde este teléfono ya esperan 5 personas: pase por la mesa': [
    'Deste celular já há 5 pessoas à espera: vá até a mesa',
    '5 people of this phone wait already: go to the desk',
  ],
  'La autoinscripción está cerrada: pase por la mesa': [
    'A inscrição pelo celular está fechada: vá até a mesa',
    'Sign-up by phone is closed: go to the desk',
  ],
  'Este cartel ya no vale: escanee el que está en la mesa': [
    'Este cartaz não vale mais: escaneie o que está na mesa',
    'This poster is no longer valid: scan the one at the desk',
  ],
}

/** Returns a text of a rule or of the kiosk in a language. One that is not known stays in Spanish. */
export function inLanguage(text: string, language: Language): string {
  if (language === 'es') return text
  const index = language === 'pt' ? 0 : 1
  const [, most] = /^Escriba como máximo (\d+) caracteres$/.exec(text) ?? []
  if (most)
    return language === 'pt' ? `Escreva no máximo ${most} caracteres` : `Write at most ${most} characters`
  return words[text]?.[index] ?? text
}

/** Returns the text of a failure. Everything but a refusal means that the kiosk is not reached. */
export function refusalText(error: Error, language: Language): string {
  if (!(error instanceof ApiError) || error.isTemporary) return texts[language].noAnswer
  return error.details.revoked_at ? texts[language].revoked : inLanguage(error.message, language)
}
