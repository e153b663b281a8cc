/** Frequent given names and surnames of Peru and Latin America, as `fold` returns them. */

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
