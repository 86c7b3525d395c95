//! Columns as CSV and Parquet, for programs.

use crate::error::Error;
use lab::{Columns, Values};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::borrow::Cow;
use std::sync::Arc;

/// Columns as CSV, with a heading.
pub fn csv(columns: &Columns) -> Result<String, Error> {
    let failed = |error: String| Error::new("CSV", error);
    let mut writer = csv::Writer::from_writer(Vec::new());
    let heading: Vec<&str> = columns.0.iter().map(|(name, _)| name.as_ref()).collect();
    writer.write_record(&heading).map_err(|error| failed(error.to_string()))?;
    for row in 0..columns.rows() {
        let record: Vec<String> = columns.0.iter().map(|(_, values)| values.cell(row)).collect();
        writer.write_record(&record).map_err(|error| failed(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
}

/// Columns as a Parquet file.
pub fn parquet(columns: &Columns) -> Result<Vec<u8>, Error> {
    parquet_bytes(columns).map_err(|error| Error::new("Parquet", error))
}

fn parquet_bytes(columns: &Columns) -> parquet::errors::Result<Vec<u8>> {
    let field = |(name, values): &(Cow<'static, str>, Values)| {
        let (physical, logical) = match values {
            Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Values::Whole(_) | Values::Maybe(_) => (Physical::INT64, None),
            Values::Number(_) => (Physical::DOUBLE, None),
        };
        let built = Type::primitive_type_builder(name, physical)
            .with_repetition(match values {
                Values::Maybe(_) => Repetition::OPTIONAL,
                Values::Text(_) | Values::Whole(_) | Values::Number(_) => Repetition::REQUIRED,
            })
            .with_logical_type(logical)
            .build();
        built.map(Arc::new)
    };
    let fields = columns.0.iter().map(field).collect::<parquet::errors::Result<Vec<_>>>()?;
    let schema = Arc::new(Type::group_type_builder("croupier").with_fields(fields).build()?);
    let mut bytes = Vec::new();
    let mut file =
        SerializedFileWriter::new(&mut bytes, schema, Arc::new(WriterProperties::builder().build()))?;
    let mut group = file.next_row_group()?;
    for (_, values) in &columns.0 {
        let Some(mut column) = group.next_column()? else { break };
        match values {
            Values::Text(values) => {
                let values: Vec<ByteArray> =
                    values.iter().map(|text| ByteArray::from(text.as_str())).collect();
                column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
            }
            Values::Whole(values) => {
                column.typed::<Int64Type>().write_batch(values, None, None)?;
            }
            Values::Maybe(values) => {
                let there: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
                let values: Vec<i64> = values.iter().copied().flatten().collect();
                column.typed::<Int64Type>().write_batch(&values, Some(&there), None)?;
            }
            Values::Number(values) => {
                column.typed::<DoubleType>().write_batch(values, None, None)?;
            }
        }
        column.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(bytes)
}
