/** What importing a stylesheet gives: the generated class names of a module. */
declare module '*.module.css' {
  const classes: Record<string, string>
  // biome-ignore lint/style/noDefaultExport: esbuild gives the classes of a CSS module as its default export
  export default classes
}
declare module '*.css'
