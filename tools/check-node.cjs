// Runs before any TypeScript: an older Node fails on the first .ts file with an error that does not say what to do.
// Plain CommonJS, so that any version of Node can read it.
'use strict';

const { engines } = require('../package.json');

const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines.node).map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `Cairn needs Node ${major}.${minor} or later. This is Node ${process.versions.node}.`,
  );
  console.error(
    'Run this in the checkout, then repeat your command:\n\n  source tools/toolchain.sh\n',
  );
  process.exit(1);
}
