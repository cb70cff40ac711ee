import { describe, expect, test } from 'vitest';
import { childAt, descendants, parseXml, textAt, writeXml, XmlError } from './xml.ts';

describe('XML', () => {
  test('is read by local names, with entities, CDATA and empty elements', () => {
    const root = parseXml(
      '<?xml version="1.0"?><!-- a --><n:a xmlns:n="u"><b x="1">1 &lt; 2 &#233;</b><b><![CDATA[<raw>]]></b><c/></n:a>',
    );
    expect(root.name).toBe('a');
    expect(textAt(root, 'b')).toBe('1 < 2 é');
    expect(descendants(root, 'b').map(({ text }) => text)).toEqual(['1 < 2 é', '<raw>']);
    expect(childAt(root, 'c')).toEqual({ name: 'c', text: '', children: [] });
  });

  test.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['an unknown entity', '<a>&x;</a>'],
    ['two roots', '<a/><b/>'],
    ['an element that is not closed', '<a><b></a>'],
    ['text that goes on after the end', '<a/>more'],
    ['no element', ''],
    ['deep nesting', '<a>'.repeat(100) + '</a>'.repeat(100)],
  ])('with %s is refused', (_what, source) => {
    expect(() => parseXml(source)).toThrow(XmlError);
  });

  test('is written with escaped values and without empty elements', () => {
    const hostile = '</ssn><ssn>1&"\u0000';
    const xml = writeXml({ a: { ssn: hostile, none: undefined, empty: { b: '' } } });
    expect(textAt(parseXml(xml), 'ssn')).toBe('</ssn><ssn>1&"');
    expect(parseXml(xml).children).toHaveLength(1);
  });
});
