/** The words of the form on the phone of a rider, in the languages of the paddock. */
import { createContext, useContext } from 'react'
import { type Language, languages } from '#domain/applications/application'
import { ApiError } from '../api/call.ts'

export const languageNames: Readonly<Record<Language, string>> = {
  es: 'Español',
  pt: 'Português',
  en: 'English',
}

/** Returns the language of a phone, from those that its browser prefers. */
export function languageOf(preferred: readonly string[]): Language {
  const known = preferred.flatMap(
    (one) => languages.find((language) => one.toLowerCase().startsWith(language)) ?? [],
  )
  return known[0] ?? 'es'
}

export const LanguageContext = createContext<Language>('es')

/** Returns the function that says a text of the page, and the one that says a text of a rule or of the kiosk. */
export function useWords() {
  const language = useContext(LanguageContext)
  return {
    language,
    say: (text: keyof typeof words) => inLanguage(text, language),
    translate: (text: string) => inLanguage(text, language),
  }
}

/** The words of the page, and those of the fields, of the rules and of the kiosk, by their Spanish. */
const words = {
  Anotarse: ['Inscrever-se', 'Sign up'],
  'Llene sus datos aquí. La mesa los revisa con su documento y lo llama por su turno.': [
    'Preencha seus dados aqui. A mesa confere com seu documento e chama pela senha.',
    'Fill in your details here. The desk checks them with your document and calls your number.',
  ],
  'Quédese en esta red, aunque el teléfono diga que no tiene internet.': [
    'Fique nesta rede, mesmo que o celular diga que não há internet.',
    'Stay on this network, even if the phone says that it has no internet.',
  ],
  'Datos personales': ['Dados pessoais', 'Personal details'],
  'Datos de inscripción': ['Dados da inscrição', 'Race details'],
  Foto: ['Foto', 'Photo'],
  'Tomar foto': ['Tirar foto', 'Take photo'],
  'Tomar otra foto': ['Tirar outra foto', 'Take another photo'],
  'De frente, sin casco ni anteojos oscuros.': [
    'De frente, sem capacete nem óculos escuros.',
    'Facing the camera, without helmet or sunglasses.',
  ],
  'Otros datos': ['Outros dados', 'Other details'],
  'Emergencia y seguro': ['Emergência e seguro', 'Emergency and insurance'],
  'Seleccione…': ['Selecione…', 'Choose…'],
  opcional: ['opcional', 'optional'],
  Categoría: ['Categoria', 'Class'],
  'Que la elija la mesa': ['A mesa escolhe', 'Let the desk choose'],
  'Tengo otro documento': ['Tenho outro documento', 'I have another document'],
  'Todavía no competí': ['Ainda não competi', 'I have not raced yet'],
  'El grupo sanguíneo y el contacto de emergencia se dan en la mesa, o en': [
    'O tipo sanguíneo e o contato de emergência são informados na mesa, ou na',
    'Blood type and emergency contact are given at the desk, or on',
  ],
  'la página segura': ['página segura', 'the secure page'],
  'Acepto el uso de mis datos': ['Aceito o uso dos meus dados', 'I accept the use of my data'],
  'Adulto que acepta por el menor': ['Adulto que aceita pelo menor', 'Adult who accepts for the minor'],
  'Es menor de 18 años: escriba quién acepta': [
    'Menor de 18 anos: escreva quem aceita',
    'Under 18: write who accepts',
  ],
  Deslinde: ['Termo de responsabilidade', 'Waiver'],
  'Lea el texto y firme, o firme después.': [
    'Leia o texto e assine, ou assine depois.',
    'Read the text and sign, or sign later.',
  ],
  'Firmo ahora': ['Assino agora', 'I sign now'],
  'Firmo en la mesa': ['Assino na mesa', 'I sign at the desk'],
  'Firme en el recuadro, o elija «Firmo en la mesa».': [
    'Assine no quadro, ou escolha «Assino na mesa».',
    'Sign in the box, or choose “I sign at the desk”.',
  ],
  'Ya firmó este texto. Si firma otra vez, vale la firma nueva.': [
    'Você já assinou este texto. Se assinar de novo, vale a nova assinatura.',
    'You have signed this text. If you sign again, the new signature counts.',
  ],
  'Firme aquí con el dedo': ['Assine aqui com o dedo', 'Sign here with your finger'],
  'Borrar la firma': ['Apagar a assinatura', 'Clear the signature'],
  'Nombre del adulto que firma': ['Nome do adulto que assina', 'Name of the adult who signs'],
  'Documento del adulto que firma': ['Documento do adulto que assina', 'Document of the adult who signs'],
  Enviar: ['Enviar', 'Send'],
  'Enviando…': ['Enviando…', 'Sending…'],
  'Sin conexión con el kiosco. No cierre esta página: se envía sola cuando vuelva.': [
    'Sem conexão com o quiosque. Não feche esta página: ela envia sozinha quando voltar.',
    'No connection with the kiosk. Keep this page open: it sends by itself when it is back.',
  ],
  'Revise lo marcado y envíe otra vez.': [
    'Revise o que está marcado e envie de novo.',
    'Check what is marked and send again.',
  ],
  'Su turno': ['Sua senha', 'Your number'],
  'Espere a que la mesa llame este turno, con su documento en la mano.': [
    'Espere a mesa chamar esta senha, com seu documento na mão.',
    'Wait until the desk calls this number, with your document in your hand.',
  ],
  'Aprobado: ya está registrado.': ['Aprovado: você já está registrado.', 'Approved: you are registered.'],
  'Deslinde firmado.': ['Termo de responsabilidade assinado.', 'Waiver signed.'],
  'El deslinde se firma en la mesa.': [
    'O termo de responsabilidade é assinado na mesa.',
    'The waiver is signed at the desk.',
  ],
  'El texto del deslinde cambió: toque Corregir, léalo y firme de nuevo, o firme en la mesa.': [
    'O texto do termo de responsabilidade mudou: toque em Corrigir, leia e assine de novo, ou assine na mesa.',
    'The text of the waiver has changed: press Correct, read it and sign again, or sign at the desk.',
  ],
  'Ver mi credencial': ['Ver minha credencial', 'See my credential'],
  'Guardar imagen': ['Salvar imagem', 'Save picture'],
  'La mesa no lo aprobó:': ['A mesa não aprovou:', 'The desk did not approve it:'],
  'Este turno ya no está: envíe otra vez, o pase por la mesa.': [
    'Esta senha não existe mais: envie de novo, ou vá até a mesa.',
    'This number is gone: send again, or go to the desk.',
  ],
  'Falta enviarlo.': ['Falta enviar.', 'It is not sent yet.'],
  'Seguir con este': ['Continuar este', 'Go on with this one'],
  Corregir: ['Corrigir', 'Correct'],
  'Corregir y enviar otra vez': ['Corrigir e enviar de novo', 'Correct and send again'],
  'Anotar a otra persona': ['Inscrever outra pessoa', 'Sign up another person'],
  Volver: ['Voltar', 'Back'],
  'Esta credencial fue anulada: pida la nueva en la mesa.': [
    'Esta credencial foi anulada: peça a nova na mesa.',
    'This credential was revoked: ask for the new one at the desk.',
  ],
  'El kiosco no responde. Quédese en su red y toque Reintentar.': [
    'O quiosque não responde. Fique na rede dele e toque em Tentar de novo.',
    'The kiosk does not answer. Stay on its network and press Try again.',
  ],
  Reintentar: ['Tentar de novo', 'Try again'],
  'La foto no se puede leer: tome otra.': [
    'Não foi possível ler a foto: tire outra.',
    'The photo cannot be read: take another.',
  ],

  // The labels of the fields.
  Nombres: ['Nome', 'First names'],
  Apellidos: ['Sobrenome', 'Last names'],
  'Correo Electronico': ['E-mail', 'E-mail'],
  Celular: ['Celular', 'Mobile phone'],
  'Documento de identidad (DNI)': ['Documento de identidade (DNI)', 'Identity document (DNI)'],
  'Tipo de documento': ['Tipo de documento', 'Kind of document'],
  'Número de documento': ['Número do documento', 'Number of the document'],
  'Fecha de Nacimiento': ['Data de nascimento (dd/mm/aaaa)', 'Date of birth (dd/mm/yyyy)'],
  'Numero de Licencia': ['Número da licença', 'Licence number'],
  'Numero de Piloto': ['Número de piloto', 'Rider number'],
  Licencia: ['Licença', 'Licence'],
  modalidad: ['Modalidade', 'Discipline'],
  Club: ['Clube', 'Club'],
  'tipo de sangre': ['Tipo sanguíneo', 'Blood type'],
  'Historial deportivo': ['Histórico esportivo', 'Racing history'],
  'Contacto de emergencia': ['Contato de emergência', 'Emergency contact'],
  'Celular de emergencia': ['Celular de emergência', 'Emergency phone'],
  Parentesco: ['Parentesco', 'Relationship'],
  'Alergias y medicación': ['Alergias e medicação', 'Allergies and medication'],
  Seguro: ['Seguro', 'Insurance'],
  Póliza: ['Apólice', 'Policy'],
  'Póliza vigente hasta': ['Apólice válida até (dd/mm/aaaa)', 'Policy valid until (dd/mm/yyyy)'],
  Apoderado: ['Responsável', 'Guardian'],
  'DNI del apoderado': ['Documento do responsável', 'Document of the guardian'],
  'Celular del apoderado': ['Celular do responsável', 'Phone of the guardian'],
  Transponder: ['Transponder', 'Transponder'],
  Ciudad: ['Cidade', 'City'],
  País: ['País', 'Country'],

  // The words for no value, some options, and the messages of the rules and of the kiosk.
  'No tiene': ['Não tenho', 'I have none'],
  'Sin número': ['Sem número ainda', 'No number yet'],
  'Cédula nacional': ['Cédula nacional', 'National identity card'],
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
} as const satisfies Readonly<Record<string, readonly [pt: string, en: string]>>

/** Returns a text in a language. One that is not known stays in Spanish. */
export function inLanguage(text: string, language: Language): string {
  if (language === 'es') return text
  const index = language === 'pt' ? 0 : 1
  const [, most] = /^Escriba como máximo (\d+) caracteres$/.exec(text) ?? []
  if (most) return [`Escreva no máximo ${most} caracteres`, `Write at most ${most} characters`][index] ?? text
  const [, document] = /^El dígito verificador .*\((.+)\)/.exec(text) ?? []
  const question = [
    `Este número não confere (${document}): compare com o documento`,
    `This number does not add up (${document}): compare it with your document`,
  ][index]
  if (document) return question ?? text
  return (words as Readonly<Record<string, readonly string[]>>)[text]?.[index] ?? text
}

/** Returns the text of a failure. Everything but a refusal means that the kiosk is not reached. */
export function refusalText(error: Error, language: Language): string {
  if (!(error instanceof ApiError) || error.isTemporary)
    return inLanguage('El kiosco no responde. Quédese en su red y toque Reintentar.', language)
  return inLanguage(
    error.details.revoked_at ? 'Esta credencial fue anulada: pida la nueva en la mesa.' : error.message,
    language,
  )
}
