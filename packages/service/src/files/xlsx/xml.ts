import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { UnreadableFile } from '../unreadable.ts';
import { damaged } from './archive.ts';

/** So many letters between two tags are no cell of Excel's, which ends at 32,767. */
const CHARACTERS_BETWEEN_TAGS_MAX = 2 ** 20;
const DEPTH_MAX = 64;

/** What a reader of XML is told; names come without their prefix, since each program chooses its own. */
export interface Handlers {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
}

export interface XmlReader {
  write(text: string): void;
  /** Throws when the XML is not whole. */
  end(): void;
}

/**
 * Reads XML piece by piece. A document type is refused, and with it all that entities can do; what stands between two
 * tags, and how deep tags stand in each other, is bounded.
 *
 * @param name the file's, for sentences
 */
export function openXml(name: string, handlers: Handlers): XmlReader {
  const parser = new SaxesParser({ fragment: false, position: false });
  let since_tag = 0;
  let depth = 0;
  parser.on('error', () => {
    throw damaged(name);
  });
  parser.on('doctype', () => {
    throw damaged(name);
  });
  parser.on('opentag', ({ name: tag, attributes }) => {
    since_tag = 0;
    depth += 1;
    if (depth > DEPTH_MAX) throw damaged(name);
    handlers.open(localName(tag), attributes as Record<string, SaxesAttributePlain['value']>);
  });
  parser.on('closetag', ({ name: tag }) => {
    since_tag = 0;
    depth -= 1;
    handlers.close(localName(tag));
  });
  parser.on('text', (text) => handlers.text(text));
  parser.on('cdata', (text) => handlers.text(text));
  return {
    write: (text) => {
      since_tag += text.length;
      if (since_tag > CHARACTERS_BETWEEN_TAGS_MAX) throw tooLong(name);
      parser.write(text);
    },
    end: () => {
      parser.close();
    },
  };
}

function tooLong(name: string): UnreadableFile {
  const sentence = `${name} has a cell longer than any spreadsheet writes: download it once more.`;
  return new UnreadableFile('cell_too_long', sentence);
}

export function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}
