// Takes the files that a phone shares with the installed app. It is registered for /share-files alone, answers one
// request, and keeps no reply of the server. sharedFiles.ts reads what it keeps, under the same names.
(function () {
  var PATH = '/share-files';
  var MAX_FILES = 100;

  self.addEventListener('install', function () {
    self.skipWaiting();
  });

  self.addEventListener('fetch', function (event) {
    var request = event.request;
    if (request.method !== 'POST' || new URL(request.url).pathname !== PATH) return;
    event.respondWith(
      keep(request).then(
        function () {
          return Response.redirect(PATH, 303);
        },
        function () {
          return Response.redirect(PATH + '?failed', 303);
        },
      ),
    );
  });

  async function keep(request) {
    var form = await request.formData();
    var files = form.getAll('files').filter(function (file) {
      return file instanceof File;
    });
    if (files.length === 0 || files.length > MAX_FILES) throw new Error('files');
    var database = await open();
    try {
      await write(database, files);
    } finally {
      database.close();
    }
  }

  function open() {
    return new Promise(function (resolve, reject) {
      var opening = indexedDB.open('cairn-shared', 1);
      opening.addEventListener('upgradeneeded', function () {
        opening.result.createObjectStore('files', { autoIncrement: true });
      });
      opening.addEventListener('success', function () {
        resolve(opening.result);
      });
      opening.addEventListener('error', function () {
        reject(opening.error);
      });
    });
  }

  function write(database, files) {
    return new Promise(function (resolve, reject) {
      var transaction = database.transaction('files', 'readwrite');
      files.forEach(function (file) {
        transaction.objectStore('files').add({ at: Date.now(), file: file });
      });
      transaction.addEventListener('complete', function () {
        resolve();
      });
      transaction.addEventListener('abort', function () {
        reject(transaction.error);
      });
    });
  }
})();
