select 'app.lenders_of' as missing where to_regprocedure('app.lenders_of(uuid)') is null;
