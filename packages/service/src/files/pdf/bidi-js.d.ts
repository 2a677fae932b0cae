declare module 'bidi-js' {
  interface Levels {
    readonly levels: Uint8Array;
  }
  interface Bidi {
    getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl'): Levels;
    getReorderedIndices(text: string, levels: Levels): number[];
    getMirroredCharacter(letter: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
